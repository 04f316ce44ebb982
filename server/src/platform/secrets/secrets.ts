import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ifMissing } from '#platform/blobs/folder-file'
import { newId } from '#platform/ids'
import type { StoredValues } from '#platform/database/stored-values'

const algorithm = 'aes-256-gcm'
const keyLength = 32
const nonceLength = 12
const tagLength = 16

export type Secrets = Awaited<ReturnType<typeof openSecrets>>

interface KeyNeeds {
  /** A file that has the key, in place of that of the data folder. */
  readonly given?: string | undefined
  /** Tells the key of a database that several data folders may use. */
  readonly values?: Pick<StoredValues, 'read' | 'writeOnce'> | undefined
}

/** The key file of the data folder is made at the first start, and readable by its owner alone. */
export async function openSecrets(keyFile: string, { given, values }: KeyNeeds = {}) {
  const proof = await values?.read('secret-key')
  const own = await readFile(keyFile).catch(ifMissing)
  if (given === undefined && own === undefined) {
    if (proof !== undefined) throw new Error(otherKey(`${dirname(keyFile)} has no key`))
    await writeKey(keyFile)
  }
  const key = await readSecretKey(keyFile, given)
  if (given !== undefined && own?.equals(key) === false)
    throw new Error(`VERMILION_SECRET_KEY_FILE: ${given} is another key than ${keyFile}. Copy that one to it`)
  const secrets = secretsBy(key)
  try {
    secrets.open((await values?.writeOnce('secret-key', secrets.seal('vermilion'))) ?? secrets.seal(''))
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Unsupported state'))
      throw new Error(otherKey(`${given ?? keyFile} is another one`), { cause: error })
    throw error
  }
  return secrets
}

const otherKey = (what: string) =>
  `Secrets in this database are sealed with the key of the data folder that used it first, and ${what}. Give all servers the same: copy secret.key of that data folder to a file, or a secret of Kubernetes or compose, and name it in VERMILION_SECRET_KEY_FILE`

function secretsBy(key: Buffer) {
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

/** The 32 bytes of a key that exists. */
export const readSecretKey = (keyFile: string, otherFile?: string): Promise<Buffer> =>
  otherFile === undefined ? readKey(keyFile) : readGiven(otherFile)

async function readKey(keyFile: string): Promise<Buffer> {
  const key = await readFile(keyFile)
  if (key.length !== keyLength) throw new Error(`${keyFile} is not a key of this product`)
  return key
}

/** The file has the bytes, or, as secrets are often written, their text in hexadecimal or base64. */
async function readGiven(file: string): Promise<Buffer> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new Error(`VERMILION_SECRET_KEY_FILE: cannot read ${file} (${error.message})`)
  })
  const text = bytes.toString('latin1').trim()
  const forms = [bytes, Buffer.from(text, 'hex'), Buffer.from(text, 'base64')]
  const key = forms.find(({ length }) => length === keyLength)
  if (key === undefined)
    throw new Error(`VERMILION_SECRET_KEY_FILE: ${file} needs 32 random bytes, or their text: openssl rand -hex 32`)
  return key
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
