import type { EngineKind } from '../../../src/platform/database/engine.ts'
import { statementTriggers } from '../statement-triggers.ts'

/** The last number of a text of this length may be cut off. */
const maxChangesLength = 128

/** The position of every character that a name can have, counted from 1. */
const positions = Array.from({ length: 255 }, (_, index) => index + 1).join()

/**
 * Statements that find files by a part of their name, and that count the changes of a space's files, with the numbers of those
 * that changed last. Both are kept by triggers, so that no statement that changes files can pass them by.
 */
export function fileStatements(engine: EngineKind): string[] {
  // In PostgreSQL an index of an expression finds them, by the same parts.
  // Every three characters in a row; beyond ASCII also every one and two, since there two make a word.
  const index = `content='', contentless_delete=1, detail=none`
  const signs = `unicode61 remove_diacritics 0 categories ''L* M* N* P* S* Co''`
  const addName = `insert into "fileNames" (rowid, "name") select new."number", new."name";
    insert into "fileSigns" (rowid, "name")
    select new."number", group_concat(substr(new."name", value, 1) || ' ' || substr(new."name", value, 2), ' ')
    from json_each('[${positions}]')
    where new."name" glob '*[^ -~]*' and unicode(substr(new."name", value, 1)) > 127 having count(*) > 0;`
  const removeName = `delete from "fileNames" where rowid = old."number";
    delete from "fileSigns" where rowid = old."number";`
  const counted = (row: 'old' | 'new') =>
    `insert into "fileVersions" ("spaceId", "version", "changes") values (${row}."spaceId", 1, ',' || ${row}."number")
      ${countedAgain}`
  const countedByLineage = `insert into "fileVersions" ("spaceId", "version", "changes")
    select "spaceId", 1, ',' || new."fileNumber" from "files" where "number" = new."fileNumber" ${countedAgain}`
  const nameIndex = [
    `create virtual table "fileNames" using fts5("name", ${index}, tokenize='trigram')`,
    `create virtual table "fileSigns" using fts5("name", ${index}, tokenize='${signs}')`,
    `create trigger "fileRenamed" after update of "name" on "files" when old."name" <> new."name"
      begin ${removeName} ${addName} end`,
  ]
  const readTextGone = `create trigger "readTextGone" after delete on "files"
    begin delete from "readTexts" where "fileNumber" = old."number"; end`
  if (engine === 'postgres') return [...countedStatements(), readTextGone]
  return [
    ...nameIndex,
    `create trigger "fileAdded" after insert on "files" begin ${addName} ${counted('new')} end`,
    `create trigger "fileGone" after delete on "files" begin ${removeName} ${counted('old')} end`,
    `create trigger "fileChanged" after update on "files" begin ${counted('new')} end`,
    `create trigger "fileLeft" after update of "spaceId" on "files" when old."spaceId" <> new."spaceId"
      begin ${counted('old')} end`,
    `create trigger "fileLineageAdded" after insert on "fileLineages" begin ${countedByLineage} end`,
    `create trigger "fileLineageChanged" after update on "fileLineages" begin ${countedByLineage} end`,
    readTextGone,
  ]
}

/** Fill the indexes of names in SQLite for all files at once, where rows came without the triggers that do it for each. */
export const nameIndexStatements: readonly string[] = [
  'insert into "fileNames" (rowid, "name") select "number", "name" from "files"',
  `insert into "fileSigns" (rowid, "name")
    select "number", group_concat(substr("name", value, 1) || ' ' || substr("name", value, 2), ' ')
    from "files", json_each('[${positions}]')
    where "name" glob '*[^ -~]*' and unicode(substr("name", value, 1)) > 127 group by "number"`,
]

/** PostgreSQL's own: an index of what names are found by, and the counts, once for each statement. */
function countedStatements(): string[] {
  const changes = `substr(string_agg(',' || "number", '' order by "number" desc), 1, ${maxChangesLength})`
  const count = (rows: string) => `insert into "fileVersions" ("spaceId", "version", "changes")
    select "spaceId", count(*), ${changes} from (${rows}) as "changed" group by "spaceId"
    on conflict ("spaceId") do update set "version" = "fileVersions"."version" + excluded."version",
      "changes" = substr(excluded."changes" || "fileVersions"."changes", 1, ${maxChangesLength});`
  const numbers = (rows: string, isOld: boolean) =>
    `select "number", "spaceId", ${isOld} as "isOld" from ${rows} as "row"`
  // A file that left its space counts for both.
  const ofFiles = (old: string, now: string) => `select "number", "spaceId" from ${now} as "row"
    union all select "number", min("spaceId") filter (where "isOld")
    from (${numbers(old, true)} union all ${numbers(now, false)}) as "both" group by "number"
    having count(distinct "spaceId") > 1 or count(*) filter (where not "isOld") = 0`
  const ofLineages = (_: string, now: string) => `select "number", "spaceId" from "files"
    where "number" in (select "fileNumber" from ${now} as "row")`
  return [
    'create index "filesByPieces" on "files" using gin (vermilion_pieces("name"))',
    ...statementTriggers('fileCounted', 'files', (old, now) => count(ofFiles(old, now))),
    ...statementTriggers('fileLineageCounted', 'fileLineages', (old, now) => count(ofLineages(old, now)), [
      'insert',
      'update',
    ]),
  ]
}

/** The newest change stands first, each with a comma before it. */
const countedAgain = `on conflict ("spaceId") do update
    set "version" = "fileVersions"."version" + 1,
    "changes" = substr(excluded."changes" || "fileVersions"."changes", 1, ${maxChangesLength});`
