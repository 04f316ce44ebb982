import type { EngineKind } from '../../../src/platform/database/engine.ts'

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
  const [added, removed] = engine === 'sqlite' ? [addName, removeName] : ['', '']
  return [
    ...(engine === 'sqlite'
      ? nameIndex
      : ['create index "filesByPieces" on "files" using gin (vermilion_pieces("name"))']),
    `create trigger "fileAdded" after insert on "files" begin ${added} ${counted('new')} end`,
    `create trigger "fileGone" after delete on "files" begin ${removed} ${counted('old')} end`,
    `create trigger "fileChanged" after update on "files" begin ${counted('new')} end`,
    `create trigger "fileLeft" after update of "spaceId" on "files" when old."spaceId" <> new."spaceId"
      begin ${counted('old')} end`,
    `create trigger "fileLineageAdded" after insert on "fileLineages" begin ${countedByLineage} end`,
    `create trigger "fileLineageChanged" after update on "fileLineages" begin ${countedByLineage} end`,
    `create trigger "readTextGone" after delete on "files"
      begin delete from "readTexts" where "fileNumber" = old."number"; end`,
  ]
}

/** The newest change stands first, each with a comma before it. */
const countedAgain = `on conflict ("spaceId") do update
    set "version" = "fileVersions"."version" + 1,
    "changes" = substr(excluded."changes" || "fileVersions"."changes", 1, ${maxChangesLength});`
