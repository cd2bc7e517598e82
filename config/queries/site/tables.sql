-- What cells of Datasette's tables show (archive/site/tables.py).

-- query flags: what does not fit about posts
select posts.id as post, {gone},
  exists (
    select 1 from (select article from embeds where post = posts.id limit 20) as shown
    join problems on problems.article = shown.article
    where problems.kind = 'date-disagrees-with-id' and instr(problems.message, posts.native_id) > 0
  ) as contradicts
from posts where posts.id in (select value from json_each(:posts))
