"""Strategies of hypothesis for articles that share posts in several wordings."""

from __future__ import annotations

from depth import examples
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from invented import SENTENCES, article, day, quote, tweet

LIGHTS, FERRY, THANKS = SENTENCES
TEXTS = st.sampled_from(
    [*SENTENCES, LIGHTS[:60], LIGHTS[20:], f"{LIGHTS} {FERRY}", f"{FERRY} #Ferry", f"{LIGHTS} #LIGHTS", None]
)
POSTS = st.builds(
    tweet,
    TEXTS,
    handle=st.sampled_from(["Ann", "ann", "Ben", None]),
    name=st.sampled_from(["Ann", "Ann 🌊", None]),
    on=st.sampled_from(["2020-02-01", "2020-02-02", None]),
    number=st.sampled_from([None, None, "1", "2", "x"]),
)
QUOTES = st.lists(st.builds(quote, st.sampled_from(["“One”", "“Two”"])), max_size=2)
TAGS = st.lists(st.sampled_from(["Lights", "LIGHTS", "lights", "Ferry"]), max_size=3)


def slowly(few=5):
    """Return the settings of a property that archives: shrinking would archive thousands of times."""
    return examples(
        40,
        few,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )


SLOWLY = slowly()


def told(strategy_of_urls):
    facts = st.fixed_dictionaries(
        {
            "outlet": st.sampled_from(["The Pier", "The Quay", None]),
            "published": st.sampled_from([day("2020-02-03"), None]),
        }
    )
    return st.builds(
        lambda posts, quotes, tags, url, facts: article(*posts, quotes=quotes, tags=tags, url=url, facts=facts),
        st.lists(POSTS, max_size=4), QUOTES, TAGS, strategy_of_urls, facts,
    )  # fmt: skip
