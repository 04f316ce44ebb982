import type { Database } from '#platform/database/database'

const attempts = 3

export type Versions = ReturnType<typeof createVersions>

/** Counts the changes of each space's files, so that what was remembered of them is used as long as it is true. */
export function createVersions(database: Database) {
  const query = database.query<{ fileVersions: { spaceId: string; version: number } }>()

  async function of(spaceId: string): Promise<number> {
    const row = query.selectFrom('fileVersions').select('version').where('spaceId', '=', spaceId)
    return (await row.executeTakeFirst())?.version ?? 0
  }

  return {
    of,
    /** What comes of several statements between which no file changed; undefined where that never happened. */
    async unchanged<Result>(spaceId: string, work: (version: number) => Promise<Result>): Promise<Result | undefined> {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const version = await of(spaceId)
        const result = await work(version)
        if ((await of(spaceId)) === version) return result
      }
      return undefined
    },
  }
}
