import pg from "pg";
const c = new pg.Client({connectionString: process.argv[2]}); await c.connect();
await c.query("drop table if exists small; create table small (company_id text collate \"C\" not null, block bigint not null, part bigint not null, text text collate \"C\" not null, primary key (company_id, block, part)); alter table small alter column text set storage external");
await c.query(`insert into small select 'acme', block, n/70, E'\\n' || string_agg(line, E'\\n' order by n) || E'\\n' from books.faktura_search_texts t cross join lateral string_to_table(text, E'\\n') with ordinality as x(line,n) where kind='number' and line<>'' group by block, n/70 order by 2,3`);
await c.query("vacuum analyze small");
console.log((await c.query("select count(*), pg_size_pretty(pg_total_relation_size('small')) s, max(octet_length(text)) m from small")).rows);
const W="company_id='acme' and block = any($1::bigint[])";
const blocks=`{${Array.from({length:245},(_,i)=>i).join(",")}}`;
for (const w of ["zz9","777","po-123","202401","inv-202406-0250000","4"]) {
 const qs: Record<string,string> = {
  strpos: `select count(*) from small t where ${W} and strpos(text,'${w}')>0`,
  full: `SELECT t.block::text, string_agg((select string_agg(split_part(piece, E'\\n', 1), '') from unnest(string_to_array(t.text, '${w}')) piece), '') AS offsets FROM small t where ${W} and strpos(t.text,'${w}')>0 group by block`,
  full2: `SELECT n.block::text, string_agg(split_part(n.piece, E'\\n', 1), '') AS offsets FROM (SELECT t.block, unnest(string_to_array(t.text, '${w}')) AS piece FROM small t where ${W} and strpos(t.text,'${w}')>0) n group by n.block`,
  rows: `SELECT t.block::text, text from small t where ${W} and strpos(t.text,'${w}')>0`,
 };
 for (const [k,q] of Object.entries(qs)) { const t:number[]=[]; let r:any; for(let i=0;i<5;i++){const s=performance.now(); r=await c.query(q,[blocks]); t.push(performance.now()-s);} t.sort((a,b)=>a-b); console.log(w, k, "min", t[0]!.toFixed(1), "med", t[2]!.toFixed(1), r.rows.length===1?JSON.stringify(r.rows[0]).slice(0,60):r.rows.length); }
}
await c.end();
