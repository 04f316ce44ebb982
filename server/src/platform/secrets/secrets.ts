import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { newId } from '#platform/ids'

const algorithm = 'aes-256-gcm'
const keyLength = 32
const nonceLength = 12
const tagLength = 16

export type Secrets = Awaited<ReturnType<typeof openSecrets>>

/** The key file is readable by its owner alone. */
export async function openSecrets(keyFile: string) {
  const key = await readKey(keyFile)
  return {
    /** AES-256-GCM with a fresh nonce: nonce, tag and ciphertext as base64url. */
    seal(text: string): string {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
    },
    /** Throws when the text was changed or sealed with another key. */
    open(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64url')
      const nonce = bytes.subarray(0, nonceLength)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
      return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

async function readKey(keyFile: string): Promise<Buffer> {
  try {
    const key = await readFile(keyFile)
    if (key.length !== keyLength) throw new Error(`${keyFile} is not a key of this product`)
    return key
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    await writeKey(keyFile)
    return readFile(keyFile)
  }
}

/** Written completely or not at all: half a key would make every secret unreadable. */
async function writeKey(keyFile: string): Promise<void> {
  const draft = `${keyFile}.${newId()}`
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(randomBytes(keyLength))
  await handle.sync()
  await handle.close()
  await link(draft, keyFile).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(draft)
}
