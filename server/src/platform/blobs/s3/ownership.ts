import { text } from 'node:stream/consumers'
import { ifMissing } from '../folder-file.ts'
import type { Call } from './connection.ts'
import { readObject, type StoredObject } from './read.ts'

/**
 * Writes into the bucket whose contents lie there, unless it says so already, and returns the id that stands there then. A second
 * data folder would take contents of the first for some that nothing names, and delete them. Without an id nothing is written.
 */
export async function claimPrefix(call: Call, object: StoredObject, id?: string): Promise<string | undefined> {
  const existing = await readId(call, object)
  if (existing !== undefined || id === undefined) return existing
  const write = (condition: { readonly IfNoneMatch?: '*' }) =>
    call('s3:PutObject', ({ client }) => client.putObject({ ...object, Body: id, ...condition }))
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
