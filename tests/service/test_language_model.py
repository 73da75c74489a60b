"""What a language model's server may do wrong: which error that is, how often it was asked, and that nothing leaks."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, SecretStr
from tests.service.scripted_server import Asked, Says, Script, completion, nobody, piece, playing, refusal, streamed

import reverie
from reverie.config import Config
from reverie.errors import ConfigError, ModelError, ModelMisconfigured, ModelReplyInvalid, ReverieWarning
from reverie.models import language_model, openai_servers
from reverie.models.openai_model import Endpoint
from reverie.ports import Call, LanguageModel, Reply, Usage
from reverie.settings_sections import ModelSettings

KEY = "sk-very-secret-5150"
SAID = "my diary says abracadabra"
ASKED = [{"role": "user", "content": SAID}]
COMPLETION = completion("Hello.")


class Colour(BaseModel):
    """What colour it is."""

    name: str
    shade: int = 0


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses between attempts, which nobody waits for."""
    paused: list[float] = []
    monkeypatch.setattr(openai_servers, "time", SimpleNamespace(sleep=paused.append))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(name, raising=False)
    return paused


def settings(url: str, **more: Any) -> Config:
    told = ModelSettings(name="openai:tiny", base_url=url, api_key=SecretStr(KEY), **more)
    return Config.model_construct(model=told)


def at(url: str, **more: Any) -> LanguageModel:
    told = settings(url, **more)
    model = language_model(told.model.name, told)
    assert model is not None
    return model


def whole(model: LanguageModel) -> Reply:
    return model.reply(ASKED)


def pieces(model: LanguageModel) -> Reply:
    *_, last = model.stream(ASKED)
    assert isinstance(last, Reply)
    return last


def record(model: LanguageModel) -> Colour:
    return model.structured(ASKED, Colour)[0]


EVERY_WAY = pytest.mark.parametrize("ask", [whole, pieces, record])


def failure(script: Script | str, ask: Callable[[LanguageModel], object], **more: Any) -> ModelError:
    """The error of asking, after a look that it says neither the key nor the message."""
    with pytest.raises(ModelError) as told:
        ask(at(script if isinstance(script, str) else script.url, **more))
    seen: BaseException | None = told.value
    while seen is not None:
        assert KEY not in str(seen)
        assert "abracadabra" not in str(seen)
        seen = seen.__cause__ if seen.__suppress_context__ else seen.__context__
    return told.value


def test_a_whole_answer() -> None:
    with playing(COMPLETION) as script:
        reply = at(script.url).reply(ASKED, limit=50)
    assert reply == Reply(text="Hello.", usage=Usage(prompt=7, completion=3), finish="stop")
    [asked] = script.asked
    assert (asked.path, asked.key) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert asked.body == {"model": "tiny", "messages": ASKED, "max_tokens": 50}


def test_calls_of_tools() -> None:
    called = {"id": "a", "type": "function", "function": {"name": "remember", "arguments": '{"text": 1}'}}
    tool = {"type": "function", "function": {"name": "remember", "parameters": {"type": "object"}}}
    with playing(completion(None, "tool_calls", tool_calls=[called])) as script:
        reply = at(script.url).reply(ASKED, tools=[tool])
    assert (reply.text, reply.finish) == ("", "tool_calls")
    assert reply.calls == (Call(id="a", name="remember", arguments='{"text": 1}'),)
    assert script.asked[0].body["tools"] == [tool]


def test_calls_of_tools_in_pieces() -> None:
    def part(index: int, name: str | None, arguments: str, call: str | None = None) -> dict[str, object]:
        return piece(tool_calls=[{"index": index, "id": call, "function": {"name": name, "arguments": arguments}}])

    chunks = [
        part(0, "one", '{"a"', "x"),
        part(0, None, ": 1}"),
        part(1, "two", "{}", "y"),
        part(1, "three", "[]", "z"),
    ]
    with playing(streamed(*chunks, piece(finish="tool_calls"), "[DONE]")) as script:
        reply = pieces(at(script.url))
    assert [(call.id, call.name, call.arguments) for call in reply.calls] == [
        ("x", "one", '{"a": 1}'),
        ("y", "two", "{}"),
        ("z", "three", "[]"),
    ]


def test_a_stream_gives_words_and_then_the_whole() -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}}
    with playing(streamed(piece("Hel"), piece("lo."), piece(finish="stop"), usage, "[DONE]")) as script:
        given = list(at(script.url).stream(ASKED))
    assert given == ["Hel", "lo.", Reply(text="Hello.", usage=Usage(prompt=7, completion=3))]
    assert script.asked[0].body["stream_options"] == {"include_usage": True}


def test_what_a_model_thinks_first_is_no_part_of_its_answer() -> None:
    thought = "<think>\nThey keep a diary.\n</think>\n\nHello."
    with playing(completion(thought), completion("They keep a diary.</think>Hello.")) as script:
        assert [at(script.url).reply(ASKED).text for _ in range(2)] == ["Hello."] * 2
    chunks = [piece(thought[at : at + 4]) for at in range(0, len(thought), 4)]
    with playing(streamed(*chunks, piece(finish="stop"), "[DONE]")) as script:
        given = list(at(script.url).stream(ASKED))
    assert given == ["Hel", "lo.", Reply(text="Hello.")]
    with playing(streamed(piece("<think>They keep"), piece(finish="length"), "[DONE]")) as script:
        assert list(at(script.url).stream(ASKED)) == [Reply(text="", finish="length")]
    with playing(streamed(piece(reasoning_content="They"), piece("Hello."), piece(finish="stop"))) as script:
        assert list(at(script.url).stream(ASKED)) == ["Hello.", Reply(text="Hello.")]


@pytest.mark.parametrize(
    ("details", "cached"), [({"cached_tokens": 5}, 5), ({"cached_tokens": None}, 0), ({}, 0), (None, 0)]
)
def test_what_a_server_had_in_its_cache_is_counted(details: object, cached: int) -> None:
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "prompt_tokens_details": details}
    whole = Says(body={"choices": [{"message": {"content": "Hello."}, "finish_reason": "stop"}], "usage": usage})
    parts = streamed(piece("Hello."), piece(finish="stop"), {"choices": [], "usage": usage}, "[DONE]")
    with playing(whole, parts) as script:
        model = at(script.url)
        assert model.reply(ASKED).usage == pieces(model).usage == Usage(prompt=7, completion=3, cached=cached)
    assert Usage(cached=2) + Usage(cached=3) == Usage(cached=5)


def test_a_stream_without_usage() -> None:
    with playing(streamed(piece("Hello."), piece(finish="stop"), "[DONE]")) as script:
        assert pieces(at(script.url)) == Reply(text="Hello.")


def test_nothing_is_asked_before_the_first_piece_is() -> None:
    with playing(streamed(piece("Hello.", "stop"))) as script:
        stream = at(script.url).stream(ASKED)
        assert script.asked == []
        assert next(stream) == "Hello."
        assert len(script.asked) == 1


def test_closing_a_stream_closes_the_request() -> None:
    with playing(streamed(piece("Once upon"), waits=True)) as script:
        stream = at(script.url).stream(ASKED)
        assert next(stream) == "Once upon"
        assert not script.gone.is_set()
        stream.close()  # type: ignore[attr-defined] # a generator, which the port calls an iterator
        assert script.gone.wait(10)


@EVERY_WAY
def test_nobody_is_there(ask: Callable[[LanguageModel], object], pauses: list[float]) -> None:
    with nobody() as url:
        error = failure(url, ask)
    assert isinstance(error, reverie.ModelUnavailable)
    assert not isinstance(error, ConfigError)
    assert str(error).startswith(f"openai:tiny at {url} can't be reached")
    assert "start the server, or mend model.base_url" in str(error)
    assert pauses == [0.5, 1.0]


@EVERY_WAY
def test_no_answer_in_time_is_not_asked_again(ask: Callable[[LanguageModel], object]) -> None:
    with playing(Says(silent=True)) as script:
        error = failure(script, ask, timeout_seconds=0.2)
        assert len(script.asked) == 1
    assert isinstance(error, reverie.ModelUnavailable)
    assert "did not answer in time" in str(error)


def test_a_stream_that_stops_coming() -> None:
    with playing(streamed(piece("Once upon"), waits=True)) as script:
        error = failure(script, pieces, timeout_seconds=0.3)
        assert (type(error), len(script.asked)) == (reverie.ModelUnavailable, 1)
    assert "in time" in str(error)


def test_too_many_requests_waits_as_it_is_told(pauses: list[float]) -> None:
    with playing(refusal(429, **{"Retry-After": "7"}), COMPLETION) as script:
        assert whole(at(script.url)).text == "Hello."
    assert (len(script.asked), pauses) == (2, [7.0])


def test_too_long_a_wait_is_left_to_the_caller(pauses: list[float]) -> None:
    with playing(refusal(429, f"slow down, {KEY}", "rate_limit_exceeded", **{"Retry-After": "3600"})) as script:
        error = failure(script, whole)
    assert (type(error), len(script.asked), pauses) == (reverie.ModelUnavailable, 1, [])
    assert "429 (rate_limit_exceeded): too many requests; try again in 3600 seconds" in str(error)


def test_no_money_left_is_not_asked_again() -> None:
    with playing(refusal(429, "pay first", "insufficient_quota")) as script:
        error = failure(script, whole)
    assert isinstance(error, ModelMisconfigured)
    assert len(script.asked) == 1


@EVERY_WAY
def test_a_failure_that_passes(ask: Callable[[LanguageModel], object], pauses: list[float]) -> None:
    def good(asked: Asked) -> Says:
        if len(script.asked) == 1:
            return refusal(500)
        return streamed(piece("Hi", "stop")) if asked.body.get("stream") else completion('{"name": "red"}')

    with playing(by=good) as script:
        assert ask(at(script.url))
    assert (len(script.asked), pauses) == (2, [0.5])


@EVERY_WAY
def test_a_failure_that_stays(
    ask: Callable[[LanguageModel], object], pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openai_servers, "RETRIES", 3)
    with playing(refusal(503, f"overloaded by {SAID}")) as script:
        error = failure(script, ask)
    assert isinstance(error, reverie.ModelUnavailable)
    assert "said 503 (server_error): it failed; try again" in str(error)
    assert (len(script.asked), pauses) == (4, [0.5, 1.0, 2.0])


@EVERY_WAY
@pytest.mark.parametrize(
    ("status", "code", "remedy"),
    [(401, "invalid_api_key", "set model.api_key"), (403, None, "model.api_key"), (404, "model_not_found", "/v1")],
)
def test_what_only_a_setting_mends(
    ask: Callable[[LanguageModel], object], status: int, code: str | None, remedy: str
) -> None:
    with playing(refusal(status, f"Incorrect API key provided: {KEY}", code)) as script:
        error = failure(script, ask)
    assert isinstance(error, ModelMisconfigured)
    assert isinstance(error, ConfigError)
    assert isinstance(error, reverie.ModelUnavailable)
    assert (remedy in str(error), code is None or code in str(error)) == (True, True)
    assert len(script.asked) == 1


def test_a_page_instead_of_an_answer() -> None:
    with playing(Says(body="<html>Welcome</html>", headers={"Content-Type": "text/html"})) as script:
        error = failure(script, whole)
        assert "mend model.base_url, which often ends with /v1" in str(error)
        assert isinstance(failure(script, pieces), reverie.ModelUnavailable)
    assert len(script.asked) == 2


@pytest.mark.parametrize(
    "body",
    ["{", "[]", "null", '"hi"', {}, {"choices": []}, {"choices": [{}]}, {"choices": [{"message": {"content": 3}}]}],
)
def test_an_answer_that_is_none(body: object) -> None:
    with playing(Says(body=body)) as script:
        error = failure(script, whole)
    assert isinstance(error, ModelReplyInvalid)
    assert error.reply == (body if isinstance(body, str) else json.dumps(body))
    assert len(script.asked) == 1


@pytest.mark.parametrize("bad", ["{", '"hi"', "{}", '{"choices": [{"delta": {"content": 3}}]}'])
def test_a_piece_that_is_none(bad: str) -> None:
    with playing(streamed(piece("Once"), bad, piece(finish="stop"))) as script:
        error = failure(script, pieces)
    assert isinstance(error, ModelReplyInvalid)
    assert error.reply == "Once"
    assert len(script.asked) == 1


@pytest.mark.parametrize(
    "broken",
    [
        streamed(piece("Once upon")),
        streamed(piece("Once upon"), cut=True),
        streamed(piece("Once upon"), {"error": {"message": SAID, "code": "server_overloaded"}}),
    ],
    ids=["ends", "cut", "error"],
)
def test_a_stream_that_breaks_off_is_not_begun_again(broken: Says) -> None:
    given: list[str | Reply] = []
    with playing(broken) as script:
        with pytest.raises(reverie.ModelUnavailable, match="broke off") as told:
            given.extend(at(script.url).stream(ASKED))
        assert len(script.asked) == 1
    assert "abracadabra" not in str(told.value)


def test_a_connection_that_is_cut_is_tried_again(pauses: list[float]) -> None:
    with playing(Says(body="{", cut=True), COMPLETION) as script:
        assert whole(at(script.url)).text == "Hello."
    assert (len(script.asked), pauses) == (2, [0.5])


@pytest.mark.parametrize(("finish", "known"), [("length", "length"), ("content_filter", "refused"), ("eos", "stop")])
def test_how_an_answer_ends(finish: str, known: str) -> None:
    with playing(completion("Hel", finish), streamed(piece("Hel"), piece(finish=finish))) as script:
        model = at(script.url)
        assert (whole(model).finish, pieces(model).finish) == (known, known)


def test_a_refusal() -> None:
    with playing(completion(None, refusal="I can't do that.")) as script:
        reply = whole(at(script.url))
        assert (reply.text, reply.finish) == ("I can't do that.", "refused")
        error = failure(script, record)
    assert isinstance(error, ModelReplyInvalid)
    assert error.reply == "I can't do that."


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "red", "shade": 3}',
        'Sure!\n```json\n{"name": "red", "shade": 3}\n```\nAnything else?',
        '<think>{maybe}</think>\n```\n{"name": "red", "shade": 3}```',
        '<think>{"name": "blue"}</think>{"name": "red", "shade": 3}',
        'The answer is {"name": "red", "shade": 3}.',
    ],
)
def test_a_record(text: str) -> None:
    with playing(completion(text)) as script:
        found, usage = at(script.url).structured(ASKED, Colour, limit=60)
    assert (found, usage) == (Colour(name="red", shade=3), Usage(prompt=7, completion=3))
    body = script.asked[0].body
    form = body["response_format"]["json_schema"]
    assert (form["name"], form["strict"], body["max_tokens"]) == ("Colour", True, 60)
    assert (form["schema"]["required"], form["schema"]["additionalProperties"]) == (["name", "shade"], False)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (completion("I don't know."), "no JSON"),
        (completion('{"name": "re', "length"), "raise model.reply"),
        (completion('{"name": "red", "shade": "abracadabra"}'), "int_parsing"),
        (completion('{"shade": 1}'), "no Colour (missing)"),
    ],
)
def test_a_record_that_is_none(answer: Says, told: str) -> None:
    with playing(answer) as script:
        error = failure(script, record)
    assert isinstance(error, ModelReplyInvalid)
    assert told in str(error)
    assert error.reply
    assert len(script.asked) == 1


def test_a_server_without_schemas_is_asked_in_words() -> None:
    with playing(refusal(400, "response_format is not supported"), completion('{"name": "red"}')) as script:
        model = at(script.url)
        with pytest.warns(ReverieWarning, match="takes no JSON schema"):
            assert record(model) == Colour(name="red")
        assert record(model) == Colour(name="red")  # a second warning would be an error
    forms = ["response_format" in one.body for one in script.asked]
    assert forms == [True, False, False]
    [message] = script.asked[2].body["messages"]
    assert message["content"].startswith(SAID)
    assert '"shade"' in message["content"]


def test_a_request_that_no_server_takes() -> None:
    with playing(refusal(400, f"too many tokens in {SAID}", "context_length_exceeded")) as script:
        error = failure(script, record)
        assert "400 (context_length_exceeded)" in str(error)
        assert "lower model.window" in str(error)
        assert len(script.asked) == 2  # with a schema, and in words; that there is no warning is the other half
        assert isinstance(failure(script, whole), ModelReplyInvalid)
    assert len(script.asked) == 3


def test_fields_that_a_server_does_not_know_are_left_out() -> None:
    unknown = refusal(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    without = refusal(400, "stream_options: extra inputs are not permitted")
    with playing(unknown, without, streamed(piece("Hi", "stop"))) as script:
        model = at(script.url)
        assert (pieces(model).text, pieces(model).text) == ("Hi", "Hi")
    last = script.asked[-1].body
    assert len(script.asked) == 4
    assert (last["max_completion_tokens"], "max_tokens" in last, "stream_options" in last) == (1024, False, False)


def test_text_that_can_not_be_sent_as_it_is() -> None:
    parts = {"role": "user", "content": [{"type": "text", "text": "half \udc00"}]}
    with playing(COMPLETION) as script:
        at(script.url).reply([{"role": "user", "content": "a \ud83d b"}, parts])
    sent = script.asked[0].body["messages"]
    assert (sent[0]["content"], sent[1]["content"][0]["text"]) == ("a � b", "half �")


def test_threads_share_it() -> None:
    with playing(COMPLETION) as script:
        model = at(script.url)
        threads = [threading.Thread(target=whole, args=[model]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(script.asked) == 8


def test_nothing_that_was_said_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with playing(refusal(500, SAID), streamed(piece("secretly", "stop")), COMPLETION) as script:
        model = at(script.url)
        assert (pieces(model).text, whole(model).text) == ("secretly", "Hello.")
    assert "chat/completions" in caplog.text
    for hidden in (KEY, "abracadabra", "secretly", "Hello."):
        assert hidden not in caplog.text


# -- names and settings --------------------------------------------------------------------------


def shown(model: LanguageModel | None) -> str:
    """Where it would go."""
    assert isinstance(model, Endpoint)
    return model._server.shown


def test_none_is_no_model() -> None:
    assert language_model("none") is None


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", "http://127.0.0.1:11434/v1"),
        ("gpu", "http://gpu:11434/v1"),
        ("gpu:8000", "http://gpu:8000/v1"),
        (":8000", "http://127.0.0.1:8000/v1"),
        ("0.0.0.0", "http://127.0.0.1:11434/v1"),  # noqa: S104 - what it listens on, and nobody can be asked at
        ("[::1]:8000", "http://[::1]:8000/v1"),
        ("http://gpu:8000/", "http://gpu:8000/v1"),
        ("http://gpu", "http://gpu/v1"),
        ("https://gpu/ollama", "https://gpu/ollama/v1"),
        ("https://ada:pw@gpu/v1", "https://gpu/v1"),
    ],
)
def test_where_ollama_is(monkeypatch: pytest.MonkeyPatch, host: str, url: str) -> None:
    monkeypatch.setenv("OLLAMA_HOST", host)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://elsewhere/v1")
    assert shown(language_model("ollama:llama3.2:3b")) == f"ollama:llama3.2:3b at {url}"


def test_where_openai_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(language_model("openai:m")) == "openai:m at https://api.openai.com/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://gpu:8080/v1/")
    assert shown(language_model("openai:m")) == "openai:m at http://gpu:8080/v1"
    assert shown(at("http://here/v1")) == "openai:tiny at http://here/v1"


def test_the_key_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f" {KEY}\n")
    with playing(COMPLETION) as script:
        monkeypatch.setenv("OPENAI_BASE_URL", script.url)
        monkeypatch.setenv("OLLAMA_HOST", script.url)
        for name in ("openai:m", "ollama:m"):
            model = language_model(name)
            assert model is not None
            whole(model)
    assert [one.key for one in script.asked] == [f"Bearer {KEY}", "Bearer none"]


def test_openai_itself_wants_a_key() -> None:
    model = language_model("openai:m")
    assert model is not None
    with pytest.raises(ModelMisconfigured, match=r"set OPENAI_API_KEY or model\.api_key"):
        model.reply(ASKED)


@pytest.mark.parametrize(
    ("name", "url", "key"),
    [
        ("openai:", None, ""),
        ("ollama", None, ""),
        ("gemini:flash", None, ""),
        ("openai:m", "localhost:8080", ""),
        ("openai:m", "ftp://host/v1", ""),
        ("openai:m", "http://host:port/v1", ""),
        ("ollama:m", "host:port", ""),
        ("ollama:m", "[::1", ""),
        ("openai:m", "http://host/v1", "sk-\xe9\n5150"),
    ],
)
def test_settings_without_sense(name: str, url: str | None, key: str) -> None:
    told = Config.model_construct(model=ModelSettings(name=name, base_url=url, api_key=SecretStr(key)))
    with pytest.raises(ConfigError) as error:
        reverie.open(":memory:", embedder="none", config=told)
    assert "5150" not in str(error.value)


def test_another_package_provides_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "moons-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: moons\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[reverie.language_models]\nstars = moons:reader\n")
    (tmp_path / "moons.py").write_text(
        "from reverie.testing import ScriptedModel\ndef reader(rest): return ScriptedModel([rest])\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = language_model("stars:say this")
    assert found is not None
    assert found.reply(ASKED).text == "say this"
    with pytest.raises(ConfigError, match=r'"openai:MODEL", "ollama:MODEL", "none", "stars:…"'):
        language_model("nobody")


def test_finding_models_loads_nothing_heavy() -> None:
    code = (
        "import sys; from reverie.models import embedder, language_model; language_model('ollama:m');"
        " embedder('ollama:nomic-embed-text'); print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "reverie.models.openai_model" in run.stdout.split()
    assert {"openai", "httpx2", "numpy", "onnxruntime"} & set(run.stdout.split()) == set()


@EVERY_WAY
def test_without_the_package(ask: Callable[[LanguageModel], object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ModelMisconfigured, match=r"pip install 'openai"):
        ask(at("http://127.0.0.1:9/v1"))


# -- in the library ------------------------------------------------------------------------------


@pytest.fixture
def doctored() -> Callable[[Config], tuple[bool, str, str]]:
    """What the doctor says of the language model of these settings."""

    def seen(told: Config) -> tuple[bool, str, str]:
        with reverie.open(":memory:", embedder="none", config=told) as luna:
            [check] = [check for check in luna.doctor() if check.name == "language model"]
        return check.ok, check.seen, check.remedy

    return seen


def test_opening_asks_nothing(doctored: Callable[[Config], tuple[bool, str, str]]) -> None:
    with playing(COMPLETION) as script:
        with reverie.open(":memory:", embedder="none", config=settings(script.url)) as luna:
            luna.meet("Ada").say("I like ramen.")
            assert script.asked == []
        assert doctored(settings(script.url)) == (True, f"openai:tiny at {script.url}, window of 8192 tokens", "")
    assert len(script.asked) == 1


def test_the_doctor_says_what_is_wrong(
    doctored: Callable[[Config], tuple[bool, str, str]], pauses: list[float]
) -> None:
    with nobody() as url:
        ok, seen, remedy = doctored(settings(url))
    assert (ok, seen, pauses) == (False, "openai:tiny", [])
    assert remedy.startswith(f"openai:tiny at {url} can't be reached")
    assert doctored(Config.model_construct()) == (True, "none", "")


def test_a_name_or_an_object_is_given() -> None:
    with playing(COMPLETION) as script, reverie.open(":memory:", embedder="none", model=at(script.url)) as luna:
        assert next(check.ok for check in luna.doctor() if check.name == "language model")
    with reverie.open(":memory:", embedder="none", model="none", config=settings("http://nowhere/v1")) as luna:
        assert next(check.seen for check in luna.doctor() if check.name == "language model").startswith("none")
