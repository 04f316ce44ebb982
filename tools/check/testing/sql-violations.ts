import { lint } from '../lint.ts'
import type { Violation } from './violation.ts'

/** Statements that not every engine understands, by the word that the message names. */
const statements: Readonly<Record<string, string>> = {
  json_each: 'select value from json_each(?)',
  '->>': `select "metrics" ->> 'mAP' from "models"`,
  rowid: 'select rowid from "files"',
  _docsize: 'select "id" from "names_docsize"',
  instr: `select instr("path", '.') from "files"`,
  foldCase: 'select foldCase("name") from "files"',
  unixepoch: 'select unixepoch("createdAt") from "files"',
  group_concat: 'select group_concat("number") from "files"',
  iif: 'select iif("score" > 0, 1, 0) from "files"',
  pragma: 'select "name" from pragma_table_info(?)',
  'insert or': 'insert or replace into "files" ("id") values (?)',
  glob: `select 1 from "files" where "name" glob 'a*'`,
  like: `select 1 from "files" where "name" like 'a%'`,
  match: 'select 1 from "names" where "names" match ?',
  collate: 'select 1 from "files" order by "name" collate nocase',
  "'is'": 'select 1 from "files" where "checksum" is ?',
  "'is not'": 'select 1 from "files" where "checksum" is not "other"',
  'min\\(9,': 'select min(9, "score") from "files"',
  'sum\\("" =': `select sum("kind" = 'image') from "files"`,
  'as integer': 'select cast("score" as integer) from "files"',
  isThere: 'select 1 as isThere from "files"',
}

/** The same through the query builder. */
const built: Readonly<Record<string, string>> = {
  "'rowid'": `rows.where('rowid', '=', 1)`,
  "'is': say": `rows.where('checksum', 'is', 'a')`,
  "'->>'": `rows.where('checksum', '->>', 'a')`,
  orIgnore: 'rows.orIgnore()',
}

const file = (index: number) => `server/src/areas/spaces/sql-${index}.ts`

/** One violation for each kind of SQL that only some engines understand. */
export const sqlViolations: Readonly<Record<string, Violation>> = Object.fromEntries(
  [
    ...Object.entries(statements).map(
      ([word, statement]) =>
        [word, `import { sql } from 'kysely'\n\nexport const statement = sql\`${statement}\`\n`] as const,
    ),
    ...Object.entries(built).map(
      ([word, call]) =>
        [word, `export const narrow = (rows: Record<string, (...all: unknown[]) => unknown>) => ${call}\n`] as const,
    ),
    [
      'node:sqlite',
      `import { DatabaseSync } from 'node:sqlite'\n\nexport const connection = new DatabaseSync('')\n`,
    ] as const,
  ].map(([word, source], index) => [
    `SQL of one engine: ${word}`,
    {
      check: lint,
      files: { [file(index)]: source },
      says: new RegExp(`sql-dialect[^\\[]*${word}[^\\[]*\\[${file(index)}`),
    },
  ]),
)
