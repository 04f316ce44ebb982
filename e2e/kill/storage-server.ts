import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCall } from '../../server/src/platform/blobs/s3/connection.ts'
import { variablesOf } from '../../server/src/platform/blobs/testing/s3-server.ts'

/** Starts a server of S3 over a folder: `PORT=1234 program folder`, with the keys below and the buckets in `folder/files`. */
export const storageProgram = process.env['VERMILION_TEST_S3_PROGRAM']
export const skippedWithoutProgram =
  storageProgram === undefined ? ', skipped: VERMILION_TEST_S3_PROGRAM names no program that starts a server of S3' : ''

const keys = { accessKeyId: 'testing', secretAccessKey: 'testing-secret' }
const [bucket, prefix] = ['under-kills', 'contents']
const twoDays = 2 * 24 * 3_600

/** A server of S3 of one's own, which can be killed. */
export function createStorageServer(folder: string, port: number) {
  const usual = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', isPathStyle: true }
  const access = { ...usual, bucket, prefix, encryption: undefined, storageClass: undefined }
  const call = createCall(access, keys)
  let child: ChildProcess | undefined

  return {
    call,
    location: { Bucket: bucket, Prefix: `${prefix}/` },
    variables: variablesOf(access, keys),
    async start(): Promise<void> {
      const environment = { ...process.env, PORT: String(port), ROOT_ACCESS_KEY: keys.accessKeyId }
      child = spawn(storageProgram ?? '', [folder], { stdio: 'ignore', env: environment })
      while ((await fetch(usual.endpoint).catch(() => undefined)) === undefined) {
        if (child.exitCode !== null) throw new Error(`the server of S3 ended with ${child.exitCode}`)
        await sleep(50)
      }
    },
    async kill(): Promise<void> {
      if (child === undefined || child.exitCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
    makeBucket: () =>
      call('make', ({ client, library }) => client.send(new library.CreateBucketCommand({ Bucket: bucket }))),
    /** Puts content that nothing names and that is older than a day. */
    async plant(content: Uint8Array): Promise<string> {
      const checksum = createHash('sha256').update(content).digest('hex')
      const path = `${checksum.slice(0, 2)}/${checksum}`
      await call('plant', ({ client, library }) =>
        client.send(new library.PutObjectCommand({ Bucket: bucket, Key: `${prefix}/${path}`, Body: content })),
      )
      const then = Date.now() / 1_000 - twoDays
      await utimes(join(folder, 'files', bucket, prefix, path), then, then)
      return checksum
    },
    /** Uploads in parts that have not ended. */
    async unfinished(): Promise<number> {
      const { Uploads = [] } = await call('look', ({ client, library }) =>
        client.send(new library.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${prefix}/` })),
      )
      return Uploads.length
    },
  }
}
