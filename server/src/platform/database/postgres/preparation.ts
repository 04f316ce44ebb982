import type { Pool, QueryResult } from 'pg'

const minVersion = 14

/**
 * Names are folded as `piecesOf` of the dialect folds what is searched. A name is server by every three characters in a row, and by
 * every one and two from a character beyond ASCII, since there two make a word.
 */
const functions = `
create or replace function vermilion_json(text text) returns json language plpgsql immutable strict parallel safe as $$
  begin
    return text::json;
  exception when others then
    return null;
  end $$;
create or replace function vermilion_pieces(name text) returns text[] language sql immutable strict parallel safe as $$
  select case when octet_length(name) = length(name) then
    array(select distinct substr(lower(name collate "C"), at, 3) from generate_series(1, length(name) - 2) as at)
  else
    array(select distinct piece from
      (select replace(lower(name collate "und-x-icu") collate "C", 'ς', 'σ') as folded) as it,
      generate_series(1, length(folded)) as at,
      lateral (values (case when at < length(folded) - 1 then substr(folded, at, 3) end),
        (case when substr(folded, at, 1) > chr(127) then substr(folded, at, 1) end),
        (case when substr(folded, at, 1) > chr(127) then substr(folded, at, 2) end)) as found(piece)
      where piece is not null)
  end $$;`

interface Facts {
  readonly version: string
  readonly encoding: string
  readonly collation: string
  readonly type: string
  readonly folds: boolean
}

/**
 * Refuses a server or database whose texts would sort or fold otherwise than here, and teaches it what SQL lacks. Returns the
 * version of the server.
 */
export async function preparePostgres(pool: Pool): Promise<string> {
  const { rows }: QueryResult<Facts> = await pool.query(`
    select split_part(current_setting('server_version'), ' ', 1) as version, pg_encoding_to_char(encoding) as encoding,
      datcollate as collation, datctype as type,
      exists (select 1 from pg_collation where collname = 'und-x-icu') as folds
    from pg_database where datname = current_database()`)
  const server = rows[0]
  if (server === undefined) throw new Error('the database does not tell what it is')
  if (Number.parseInt(server.version, 10) < minVersion)
    throw new Error(`PostgreSQL ${minVersion} or later is needed, this is ${server.version}`)
  const isPlain = [server.collation, server.type].every((locale) => locale === 'C' || locale === 'POSIX')
  if (server.encoding !== 'UTF8' || !isPlain)
    throw new Error(
      `The database has the encoding ${server.encoding} and sorts texts by ${server.collation}. Create one that does so by their ` +
        `characters: create database vermilion template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
    )
  if (!server.folds) throw new Error('This PostgreSQL was built without ICU, by which letters have two cases.')
  await pool.query(`begin; select pg_advisory_xact_lock(7276861); ${functions} commit`)
  return server.version
}
