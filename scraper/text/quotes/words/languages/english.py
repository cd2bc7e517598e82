"""English: "tweeted", "wrote on X", "one user joked", "took to Instagram to say"."""

from __future__ import annotations

from scraper.text.quotes.words.languages.grammar import Grammar

# What stands behind a verb, not behind a word that describes somebody: "the user defended the film".
_NEXT = (
    r"(?= (?:the|an?|h[ie][sr]|their|its|th[aeio]\w+|in(?:to)?|on|to|for|with|from|by|at|under|up|out|off"
    r"|back)\b)"
)
# How many posts somebody sends: "a tweet", "a series of angry tweets".
_POSTS = (
    r"(?= (?:an?|another|two|three|four|five|several|multiple|some|many|more|(?:an?|another) [a-z]{4,9} of)"
    r"(?: [\w-]+){0,3} (?:tweet(?:storm)?|post)s?\b)"
)
# What somebody begins or ends: "ended her long post".
_POST = r"(?= (?:his|her|their|the) (?:[\w-]+ ){0,3}(?:post|caption|message|tweet|thread)\b)"
# What the words of a post stand in: "began her post with".
_POST_WITH = r" (?:his|her|their|the) (?:[\w-]+ ){0,3}(?:posts?|captions?|tweets?|threads?) (?:with|by)"
GRAMMAR = Grammar(
    language="en",
    said_aloud=True,
    common="the and of to in that was with for his her said from who after",
    cues="""
        tweet twit instagram insta facebook tiktok blue mastodon threads reddit youtube telegram linkedin
        weibo snapchat tumblr parler pinterest quora yik myspace google+ social post caption comment user
        netizen follower redditor account fan person react viewer reader listener supporter critic admirer
        hater observer blogger gamer shopper customer internet online overlay on-screen message forum toot
        skeet thread livestream platform profile timeline mumsnet nextdoor discord trustpilot tripadvisor yelp
        @ #
    """,
    tweet=rf"""
        t(?:old|ells|elling) (?:his|her|their|its|the)(?: [\w.,]+){{0,4}} (?:followers|subscribers) |
        (?:live-|sub|re-?)?tweet(?:ed|s|ing)? | twittered | instagrammed | facebooked | tooted | skeeted |
        caption(?:ed|s|ing) | post(?:ed|s|ing)(?=(?: on \w+day)? that\b) |
        sen(?:t|ds?|ding)(?: out)?{_POSTS} | ma(?:de|kes?|king){_POSTS} | put(?:s|ting)? (?:up|out){_POSTS} |
        (?:began|begins?|beginning|(?:start|open|end|finish|conclud|clos)(?:ed|es|s|ing)){_POST_WITH} |
        (?:fir|dash|rattl)(?:ed|es|ing) off{_POSTS} | let loose{_POSTS} | unleash(?:ed|es|ing){_POSTS} |
        (?:shar|(?:re)?post|upload)(?:ed|es|s|ing)(?= (?:an?|another|the|this|some|several|his|her|their)
        (?:[\w’-]+ ){{0,3}}(?:photos?|photographs?|pictures?|pics?|selfies?|snaps?|snapshots?|images?|
        screenshots?|screengrabs?|throwbacks?|carousel|memes?|gifs?)\b)
    """,
    post=r"""
        (?:re)?post(?:ed|s|ing) | upload(?:ed|s|ing)(?! to\b) | comment(?:ed|s|ing) | (?:live)?streamed |
        hashtagged | messaged followers
    """,
    write=rf"""
        began | begun | concluded | finished | to
        (?:write|share|respond|reply|vent|react|rant|joke) |
        wr(?:ote|ites|iting|itten) | penned | typed | add(?:ed|s|ing) | continu(?:ed|es|ing) |
        shar(?:ed|es|ing) | repl(?:ied|ies|ying) | respond(?:ed|s|ing) | react(?:ed|s|ing) |
        jok(?:ed|es|ing) | quip(?:ped|s|ping) | mus(?:ed|es|ing) | rant(?:ed|s|ing) | vent(?:ed|s|ing) |
        rag(?:ed|es|ing) | fum(?:ed|es|ing) | gush(?:ed|es|ing) | rav(?:ed|es|ing) | moan(?:ed|s|ing) |
        whin(?:ed|es|ing) | groan(?:ed|s|ing) | snark(?:ed|s|ing) | snapped | swooned | chimed in | weighed
        in | piped up | hit back | clapped back | fired back | shot back | quer(?:ied|ies) | lamented |
        demanded | pleaded | opined | sniped | enthused | deadpanned | jumped in | cracked | cheered |
        marvell?ed | seethed | chirped | mocked | taunted | trolled | bragged | boasted | railed | griped |
        grumbled | bemoaned | lashed out | hit out | let rip | chipped in | kicked off | poked fun |
        summ(?:ed|ing) up | rejoiced | mourned | swore | cautioned | retorted |
        begged | urged | echoed | agreed | teased | gloated | scoffed | went on |
        follow(?:ed|ing)(?: it)? up | sign(?:ed|ing) off | signed |
        end(?:ed|ing){_POST} | start(?:ed|ing){_POST} | open(?:ed|ing){_POST} | clos(?:ed|ing){_POST} |
        wrapp(?:ed|ing) up{_POST} | titl(?:ed|ing){_POST}
    """,
    adds="add(?:ed|s|ing) | continu(?:ed|es|ing) | went on",
    say=r"""
        to (?:announce|explain|declare|ask|complain|thank|apologi[sz]e|admit|claim|insist|confirm|reveal|note|
        suggest|argue|praise|recall|clarify|reflect|point out|confess|congratulate|speculate|warn|vow|
        wonder|question) | say | according to |
        sa(?:id|ys|ying) | ma(?:de|ke|king) (?:remarks|comments|jokes)(?= about) |
        stat(?:ed|ing) | (?-i:states) |
        announc(?:ed|es|ing) | claim(?:ed|s|ing) | insist(?:ed|s|ing) | declar(?:ed|es|ing) |
        explain(?:ed|s|ing) | ask(?:ed|s|ing) | argu(?:ed|es|ing) | admitt(?:ed|ing) |
        confirm(?:ed|s|ing) | reveal(?:ed|s|ing) | remark(?:ed|s|ing) | not(?:ed|es|ing) | observed |
        suggest(?:ed|s|ing) | complain(?:ed|s|ing) | exclaim(?:ed|s|ing) | prais(?:ed|es|ing) |
        mention(?:ed|s|ing) | report(?:ed|s|ing) | recall(?:ed|s|ing) | express(?:ed|es|ing) |
        clarif(?:ied|ies|ying) | elaborat(?:ed|es|ing) | reflect(?:ed|s|ing) | hint(?:ed|s|ing) |
        point(?:ed|s|ing)? out | counter(?:ed|s|ing) | proclaim(?:ed|s|ing) | stress(?:ed|es|ing) |
        recounted | confess(?:ed|es|ing) | congratulated | laughed | cried | sighed | screamed |
        speculated | hoped | reasoned | offered | acknowledged | concurred | advised | recommended |
        requested | alleg(?:ed|es|ing) | assert(?:ed|s|ing) | emphasi[sz]ed | reiterated |
        puts? it | opened up | promised | pledged |
        br(?:oke|eaks?|oken|eaking) (?:his|her|their|its) silence |
        sp(?:oke|eaks?|oken|eaking) out | pa(?:id|ys?|ying) (?:\w{4,10} )?tributes? | addressed |
        ha(?:s|d|ve|ving) (?:his|her|their) say |
        warn(?:ed|s|ing) | predicted | vowed | wondered | questioned | thanked |
        apologi[sz]ed | reads? | reading
    """,
    tell=r"""
        (?:was|were|been|being|is|are) (?:asked|quoted|told|interviewed) | t(?:old|ells|elling) |
        (?:heard|filmed|seen) (?:say|shout|scream|yell|tell|ask|chant|call)ing |
        testif(?:ied|ying) | spoke(?! out\b) | speaking(?! out\b) | interviewed | quoted |
        shouted | yelled | chanted | sang
    """,
    call=r"""
        call(?:ed|s|ing)(?! (?:for|on|upon|to|off|in|out)\b) | refer(?:red|s|ring) to |
        label(?:led|ed|ling|ing) | brand(?:ed|s|ing) |
        dubb(?:ed|ing) | describ(?:ed|es|ing) | slamm(?:ed|ing) | blast(?:ed|ing) | denounc(?:ed|es|ing) |
        hail(?:ed|s|ing) | accus(?:ed|es|ing) | blam(?:ed|es|ing) | liken(?:ed|s|ing) | deem(?:ed|s|ing) |
        nicknamed | to (?:call|describe|label|brand|slam|blast|denounce|hail|accuse) | dismiss(?:ed|es|ing)
    """,
    resort=r"""
        t(?:ook|akes|aken|aking|ake) (?:back )?to | turn(?:ed|s|ing) to | used | using | went (?:on|to) |
        logged on to | jumped on
    """,
    on=r"""
        on(?! [\w’']+(?:[’']s|(?<=s)[’']) (?:[\w-]+ ){0,2}(?:tweets?|posts?|comments)\b) | via | during |
        flood(?:ed|ing) | fill(?:ed|ing) | swarmed | inundated | in |
        to(?! (?:answer|be|clarify|condemn|critici[sz]e|defend|delete|discuss|evaluate|explain|have|judge|make
        |post|read|remove|reply|retract|see|share|use|write)\b)
        | over(?!(?: [\w’'-]+){0,4} (?:(?:re)?tweets?|posts?|comments|captions?)\b) |
        through | (?<!statement.)from | across | under | into | onto | using |
        with(?= (?:an?|the) statement) |
        (?:wr(?:ote|ites|iting)|penn(?:ed|ing)|followed up)(?= (?:an?|several|two)\b) |
        (?:publishe|issue|release)[ds](?= (?:an?|several|two)\b)
    """,
    posts=r"""
        (?<!guest.)(?<!blog.)(?-i:posts?) | (?:re)?tweets? | captions? | status(?: update)? | comments?
        section | comments | threads? | stor(?:y|ies) on |
        (?:(?<=instagram.)|(?<=insta.)|(?<=facebook.)|(?<=snapchat.)|(?<=whatsapp.))(?:stor(?:y|ies)|bio) |
        posting | reel | livestream | live stream | DMs? |
        (?:overla(?:y|id)|on-?screen) text | text (?:overlay|(?:on|over|over(?:laid|laying)) (?:the )?
        (?:screen|video|clip|footage|photo|image))
    """,
    remarks=r"comments? | messages | reactions | repl(?:y|ies) | responses?",
    venues=r"""
        (?:the|his|her|their|its) platform | messages? to (?:his|her|their|its)(?: [\w.,]+){0,4}
        (?:followers|subscribers) |
        (?:his|her|their|its|my|[\w’']+[’']s|\w+s[’'])(?: [\w-]+){0,2} (?:accounts?|profiles?(?:
        pages?)?|pages?|feeds?|timeline|newsfeed|wall|channels?|socials) |
        social (?:media(?: (?:platforms?|accounts?|pages?|channels?|sites?))?|platforms?|channels?) |
        social network(?:s|ing)?(?: sites?)? | the internet | internet forums? | online (?:forum|review)s? |
        message boards? | fan forums? |
        mumsnet | quora | nextdoor | discord | trustpilot | tripadvisor | yelp |
        microblog(?:ging site)?
    """,
    beside=r"""
        to (?:his|her|their|its)(?: [\w.,]+){0,4} (?:followers|subscribers) |
        (?:alongside|next to|beneath|underneath) (?:an?|the|this|that|his|her|their) (?:[^\W\d_]{2,12}
        ){0,2}(?:photo|picture|image|snap|selfie|video|clip|post)s?
    """,
    off_platform=r"""
        websites? | comments? (?:given|made|provided|sent) to | guest post | statements? | interviews? |
        press | (?:news|press) conferences? | (?:news|media) releases? | briefing |
        court\w*(?! (?:officials?|staff|clerks?)\b) |
        filings? | lawsuits? | complaint | affidavit | rulings? | opinions? |
        (?<!capital.)(?<!block.)letters? | e-?mails? | emailed | text messages? | voicemail |
        memo(?:ir|randum|s)? | op-?eds? | columns? | editorials? | essays? | books? | novels? |
        autobiography | articles? | reports? | testimony | speech(?:es)? | rall(?:y|ies) | meetings? |
        podcasts? | radio | television | TV | magazine | newspaper | journal | phone | telephone |
        stud(?:y|ies) | papers? | blog(?: post)? | blogs | review | debate | hearing | diary | notes? |
        reporters | journalists | documentary | receipts? | the tip line | napkin | placard
    """,
    officials=r"""
        spokes(?:man|woman|person|people|persons) | representatives? | lawyers? | attorneys? | publicist |
        prosecutors? | press (?:office|secretary|team) | officials? | aides?
    """,
    users=r"""
        users? | netizens? | tweeters? | tweeps? | twitterati | followers? | commenters? | commentors? |
        posters? | redditors? | youtubers? | instagrammers? | [’']?grammers? | tiktokers? | trolls? |
        (?:parody|spoof|fan|verified|anonymous) accounts? | accounts? | internet sleuths? |
        (?:facebook|twitter|instagram|tiktok|social media|fan|community) (?:page|group|feed)s? | social media
        user | wag
    """,
    public=r"""
        fans? | persons? | people | viewers? | readers? | listeners? | supporters? | critics? | admirers? |
        haters? | observers? | punters? | locals? | wom[ae]n | m[ae]n | mum | mom | guy | shopper |
        customer | gamer | blogger |
        individuals? | commentators? | enthusiasts? | detractors? | s[ck]eptics? | onlookers?
    """,
    one=r"""
        an? | one | another | some | several | many | a second | a third | a fourth | a fifth | yet another
        | still another | other | fellow | most
    """,
    crowd=r"""
        celebs | fans | users? | viewers | people | followers | netizens | twitterati | supporters | critics
        | readers | listeners | commenters | tweeters | celebrit(?:y|ies) | reactions? | responses? |
        tributes? | internet | outrage | backlash | many | others? | some
    """,
    alone=r"""
        one | one of them | a few | a handful |
        another one | another | others | some | many | someone | somebody | a second |
        a third | a fourth | a fifth | yet another | one more | several | someone else |
        (?:the (?:first|second|third|fourth|fifth|last|next|other)(?: one)?|this one)(?! )
    """,
    pronouns=r"he | she | they | it | i | we",
    that=r"if | whether | that | it | he | she | they | this | there | how | say | as | about",
    like=r"like | such as | includ(?:ing|ed?)",
    before_name=r"""
        with | (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening|night))? |
        (?:this|that|last) (?:morning|afternoon|evening|night|week|month|year) | while | whereas | and | but
        | as | when | meanwhile | then | later | also | however | so | because | yesterday | today | earlier
        | still | though | although | where | in response | soon(?: after(?:wards?)?)? | next | finally |
        afterwards? | shortly after(?:wards?)? | eventually | once again | instead | of course | elsewhere |
        now | just | even | that
    """,
    after_name=r"""
        (?-i:(?!reply|family|assembly|bully|ally\b)[a-z]{3,16}ly) | also | later | then | has | have |
        had | since | simply | recently | subsequently | even | once |
        with (?:the |these )?(?:words?|comment|caption|message|line|phrase) | reportedly | previously |
        first | earlier | just | further | quickly | soon | is | was | were | are | would | could |
        might | did | went on to | went on | on | in | via | at | from | to | who | which | when | as |
        after | before | while | because | yesterday | today | tonight | with | about | during |
        monday | tuesday | wednesday | thursday | friday | saturday | sunday | alongside | under |
        following | apparently | in response | if | though | be | been | seemed to | appeared to |
        took | angrily | jokingly | sarcastically |
        (?:this|last|next)? ?(?:morning|afternoon|evening|night|week|month) | early | late
    """,
    predicate=rf"""
        was | were | is | are | has | have | had | also | would | could | might | may | did | does | can |
        will | should | simply | later | then | posted | shared |
        (?:was|were|is|are|has|have|had|would|could|did|does|do|ca|wo)n[’']t |
        (?:[a-z]{{2,12}}ed|made|took|gave|got|came|went|sent|saw|found|left|kept|held|led|won|lost|set){_NEXT}
    """,
    titles=r"""
        headlines? | sign | banner | placard | so-called |
        titled | entitled | headlined | dubbed | film | movie | song | album | book | hashtag | series |
        show | hit | single | (?:t-?|sweat)?shirt | hoodie | hat | cap | sticker | mug | poster | flag |
        tattoo | billboard | necklace | badge
    """,
    the=r"the | his | her | their | its | this | that | my",
    breaks=r"which | that | after | when | because | while | as",
    not_a_venue=r"""
        [’']s | ceo | co-?founder | founder | executives? | spokes\w+ | employees? | shares | stock | inc |
        chief | boss | headquarters | engineers? | investors? | ads? | deal | takeover
    """,
)
