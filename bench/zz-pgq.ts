import pg from "pg";
const c = new pg.Client({connectionString: process.argv[2]}); await c.connect();
const T="books.faktura_search_texts t where company_id='acme' and kind='number'";
const A=(w:string)=>`SELECT t.block, (select string_agg(split_part(piece, E'\n', 1), '') from unnest(string_to_array(t.text, '${w}')) piece) AS offsets FROM ${T}`;
const C=(w:string)=>`SELECT t.block, CASE WHEN strpos(t.text,'${w}')>0 THEN (select string_agg(split_part(piece, E'\n', 1), '') from unnest(string_to_array(t.text, '${w}')) piece) END AS offsets FROM ${T}`;
const D=(w:string)=>`SELECT t.block, (select string_agg(split_part(substr(t.text, 1+s.p*0, 1), E'\n', 1), '') from (select strpos(t.text,'${w}') p) s where s.p>0) AS offsets FROM ${T}`;
const qs: Record<string,string> = { octets: `select sum(octet_length(text||'x')) from ${T}` };
for (const w of ["zz9","777","po-123","202401","inv-202406-0250000"]) { qs["strpos "+w]=`select count(*) from ${T} and strpos(text,'${w}')>0`; qs["sta "+w]=`select count(string_to_array(text,'${w}')) from ${T}`; qs["A "+w]=A(w); qs["C "+w]=C(w); }
for (const [k,q] of Object.entries(qs)) { const t:number[]=[]; let r:any; for(let i=0;i<5;i++){const s=performance.now(); r=await c.query(q); t.push(performance.now()-s);} t.sort((a,b)=>a-b); console.log(k, "min", t[0]!.toFixed(1), "med", t[2]!.toFixed(1), r.rows.length===1?JSON.stringify(r.rows[0]):r.rows.length); }
await c.end();
