import type { Database } from '#platform/database/database'
import type { Secrets } from '#platform/secrets/secrets'
import { hostKeyOf } from './host-key.ts'
import { generateKeyPair } from './key-pair.ts'

interface ServerKeyRow {
  name: string
  privateKey: string
  publicKey: string
}

/** The name of the key that signs in to devices. */
export const signInKey = 'devices'
const comment = 'vermilion'

/** Private keys never leave the server. */
export function createServerKeys({ database, secrets }: { database: Database; secrets: Secrets }) {
  const query = database.query<{ serverKeys: ServerKeyRow }>()
  const read = (name: string) => query.selectFrom('serverKeys').selectAll().where('name', '=', name).executeTakeFirst()

  async function ensure(name: string): Promise<ServerKeyRow> {
    const existing = await read(name)
    if (existing !== undefined) return existing
    const pair = generateKeyPair(comment)
    return database.transaction(async () => {
      const meanwhile = await read(name)
      if (meanwhile !== undefined) return meanwhile
      const row = { name, privateKey: secrets.seal(pair.private), publicKey: pair.public.trim() }
      await query.insertInto('serverKeys').values(row).execute()
      return row
    })
  }

  return {
    privateKey: async (name: string): Promise<string> => secrets.open((await ensure(name)).privateKey),
    async publicKey(name: string): Promise<{ publicKey: string; fingerprint: string }> {
      const { publicKey } = await ensure(name)
      const { fingerprint } = hostKeyOf(Buffer.from(publicKey.split(' ')[1] ?? '', 'base64'))
      return { publicKey, fingerprint }
    },
  }
}
export type ServerKeys = ReturnType<typeof createServerKeys>
