select
  name as who,
  count(distinct article) as articles,
  substr(coalesce(min(posted_at), 'quoted'), 1, 16) as posted,
  substr(replace(text, char(10), ' '), 1, 52) || '…' as reaction
from reactions
group by coalesce(post, quote)
order by articles desc, posted
limit 8
