select
  coalesce(author_name, speaker) as who,
  count(distinct outlet) as outlets,
  substr(min(posted_at), 1, 16) as posted,
  substr(text, 1, 48) || '…' as reaction
from reactions
group by post, text
order by outlets desc, posted
limit 8
