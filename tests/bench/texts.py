"""Seeded random numbers -> text by rules: prose, logs, JSON, scripts without spaces. The same on every Python."""

import base64
import json
from collections.abc import Callable
from random import Random


def _vocabulary(*lines: str) -> tuple[str, ...]:
    return tuple(" ".join(lines).split())


COMMON = _vocabulary(
    "the of and to in a is that for it as was with be by on not this but at are from or had an which one you all there",
    "would their we been has when who will more no if out so said what up about into than them can only other new some",
    "could time these two may then first any now such like over also did many before must through where much should",
    "well because each just how too state good very make still own see work long here between both under never same",
    "another while last might old since against used take three call value list index result error request worker queue",
    "cache shard replica rollback deploy canary incident billing refund ledger session cookie policy invoice customer",
    "ticket owner deadline milestone review branch commit test schema token budget context window vector prompt agent",
    "planner memory latency throughput socket buffer thread handle parser lexer module package version signature",
)
HAN = tuple(
    "上下文编译令牌预算检索记忆代理模型请求响应错误日志服务数据缓存配置用户系统我们需要可以如果但是因为所以这个问题解决方法测试结果"
)
KANA = tuple(
    "コンテキストトークン予算検索記憶エージェントモデルです。ますでしたについてそしてしかし必要問題解決方法試験結果処理"
)
HANGUL = _vocabulary(
    "컨텍스트 토큰 예산 검색 기억 에이전트 모델 요청 응답 오류 기록 서비스 자료 설정 사용자 입니다 그리고 그러나 필요 문제 해결 방법"
)
EMOJI = ("😀", "🚀", "🔥", "✨", "👍🏽", "💡", "🐛", "🧪", "📦", "✅", "❌", "👩‍💻", "🇫🇷", "❤️", "1️⃣")
SERVICES = ("gateway", "auth", "billing-worker", "search", "vectors", "scheduler", "notifier", "ledger-sync")
LEVELS = ("INFO",) * 12 + ("DEBUG",) * 4 + ("WARN",) * 3 + ("ERROR",)
SYLLABLES = _vocabulary("ba co di fu ge ha ji ko lu me no pi qua ro su ta vi wo xe yu za")


def word(random: Random) -> str:
    """A word: mostly a common one, sometimes a made-up one, so that a corpus has many rare words."""
    if random.random() < 0.9:
        # Squared, so that a few words are frequent and most are not.
        return COMMON[int(random.random() ** 2 * len(COMMON))]
    return "".join(random.choices(SYLLABLES, k=random.randint(2, 5)))


def sentence(random: Random, least: int = 6, most: int = 22) -> str:
    """A sentence of so many words, one in eight of them with a number in it."""
    words = [word(random) for _ in range(random.randint(least, most))]
    if random.random() < 0.12:
        words[random.randrange(len(words))] = str(random.randint(1, 9999))
    if len(words) > 10:
        words[len(words) // 2] += ","
    return " ".join(words).capitalize() + random.choice("....?!")


def until(size: int, part: Callable[[], str], joiner: str = "\n") -> str:
    """Parts, joined, until they have about `size` characters."""
    parts: list[str] = []
    length = 0
    while length < size:
        parts.append(part())
        length += len(parts[-1]) + len(joiner)
    return joiner.join(parts)


def prose(random: Random, size: int) -> str:
    """Paragraphs of sentences."""
    return until(size, lambda: " ".join(sentence(random) for _ in range(random.randint(2, 6))), "\n\n")


def unspaced(random: Random, size: int) -> str:
    """Chinese, Japanese or Korean, with some emoji at the end."""
    letters, joiner = random.choice(((HAN, ""), (KANA, ""), (HANGUL, " ")))
    body = until(size, lambda: joiner.join(random.choices(letters, k=random.randint(8, 24))) + "。")
    return body + " " + "".join(random.choices(EMOJI, k=size // 40 + 1))


def hexadecimal(random: Random, digits: int) -> str:
    """A number as so many hexadecimal digits."""
    return f"{random.getrandbits(4 * digits):0{digits}x}"


def stamp(second: float) -> str:
    """A moment, so many seconds after some midnight, in ISO 8601 with milliseconds: 24 characters."""
    day, rest = divmod(int(second), 86400)
    millis = int(second * 1000) % 1000
    return f"2026-11-{1 + day % 28:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}.{millis:03}Z"


def message(random: Random) -> str:
    """What a log says behind its time stamp."""
    head = f" {random.choice(LEVELS):<5} [{random.choice(SERVICES)}] "
    kind = random.random()
    if kind < 0.3:
        path = f"/v1/{random.choice(('docs', 'users', 'sessions'))}/{random.randint(1, 99999)}"
        status = random.choice((200, 200, 200, 201, 304, 404, 500))
        return f'{head}msg="request completed" path={path} status={status} trace={hexadecimal(random, 16)}'
    if kind < 0.55:
        return f'{head}msg="cache miss" key=doc:{hexadecimal(random, 8)} ttl={random.choice((60, 300, 3600))}'
    if kind < 0.8:
        return f'{head}msg="{sentence(random, 4, 9)}" attempt={random.randint(1, 5)}'
    address = ".".join(str(random.randint(0, 255)) for _ in range(3))
    return f"{head}connection reset by peer addr=10.{address}:{random.randint(1024, 65000)} retry_in=5s"


def log(random: Random, size: int, repeats: float = 0.45) -> str:
    """A log; a share of its lines says again, at another time, what one of the last forty said."""
    recent: list[str] = []
    second = random.randint(0, 20 * 86400) + 0.0

    def line() -> str:
        nonlocal second
        second += random.random() * 1.4
        if recent and random.random() < repeats:
            return stamp(second) + random.choice(recent)
        recent.append(message(random))
        del recent[:-40]
        return stamp(second) + recent[-1]

    return until(size, line) + "\n"


def json_lines(random: Random, size: int) -> str:
    """Tool output: a JSON object a line."""

    def record() -> str:
        value = {
            "id": f"evt_{hexadecimal(random, 12)}",
            "at": stamp(random.randint(0, 2_400_000)),
            "type": random.choice(("user", "tool", "model")),
            "score": random.randint(0, 9999) / 10000,
            "ok": random.random() < 0.9,
            "tags": random.sample(COMMON, random.randint(0, 4)),
            "user": {"id": random.randint(1, 10**6), "plan": random.choice(("free", "pro", None))},
            "message": sentence(random, 4, 14),
        }
        return json.dumps(value, separators=(",", ":"))

    return until(size, record) + "\n"


def encoded(random: Random, size: int) -> str:
    """Base64 in lines."""
    text = base64.b64encode(random.randbytes(size * 3 // 4)).decode()
    return "\n".join(text[at : at + 76] for at in range(0, len(text), 76))


def edited(random: Random, text: str) -> str:
    """A text with some of its words changed: what a second look at the same thing brings."""
    words = text.split(" ")
    for _ in range(max(1, int(len(words) * (0.01 + 0.1 * random.random())))):
        words[random.randrange(len(words))] = word(random)
    joined = " ".join(words)
    return joined if joined != text else f"Again: {text}"
