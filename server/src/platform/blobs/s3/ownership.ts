import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { hasCode, ifMissing } from '../folder-file.ts'
import type { Call } from './connection.ts'
import { readObject, type StoredObject } from './read.ts'

/** The id by which a data folder is known in a bucket, made with the first call. */
export async function readFolderId(file: string): Promise<string> {
  await writeFile(file, randomBytes(8).toString('hex'), { flag: 'wx' }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  return readFile(file, 'utf8')
}

/**
 * Writes into the bucket whose contents lie there, unless it says so already, and returns the id that stands there then. A second
 * data folder would take contents of the first for some that nothing names, and delete them. Without an id nothing is written.
 */
export async function claimPrefix(call: Call, object: StoredObject, id?: string): Promise<string | undefined> {
  const existing = await readId(call, object)
  if (existing !== undefined || id === undefined) return existing
  const write = (condition: { readonly IfNoneMatch?: '*' }) =>
    call('s3:PutObject', ({ client, library }) =>
      client.send(new library.PutObjectCommand({ ...object, Body: id, ...condition })),
    )
  try {
    await write({ IfNoneMatch: '*' })
  } catch {
    // Somebody was faster, or the service knows no conditions.
    if ((await readId(call, object)) === undefined) await write({})
  }
  return (await readId(call, object)) ?? id
}

async function readId(call: Call, object: StoredObject): Promise<string | undefined> {
  const content = await readObject(call, object).catch(ifMissing)
  return content && text(content.stream)
}
