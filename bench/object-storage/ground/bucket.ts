import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCall } from '../../../server/src/platform/blobs/s3/connection.ts'
import { skippedWithoutS3, testBuckets, variablesOf } from '../../../server/src/platform/blobs/testing/s3-server.ts'

const buckets = await testBuckets()
if (buckets === null) {
  console.log(`object storage${skippedWithoutS3}`)
  process.exit(0)
}
const { keys } = buckets
const { endpoint = '' } = buckets.access()

/** The tools that copy into a bucket, as far as they are installed. */
const tool = ['s5cmd', 'aws'].find((name) => spawnSync(name, ['--version']).status === 0)
const own = {
  ...process.env,
  AWS_ACCESS_KEY_ID: keys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  AWS_DEFAULT_REGION: 'us-east-1',
}
export const toolName = tool ?? null
if (tool === undefined) console.log('Neither s5cmd nor aws is installed: nothing is measured beside them')

/** Environment of a server whose contents lie in the bucket, below a new prefix. */
export const storeVariables = () => variablesOf(buckets.access(), keys)

/** Seconds that the installed tool takes to copy a file or a folder below a new prefix. */
export async function copyByTool(path: string, isFolder: boolean, line = Number.POSITIVE_INFINITY): Promise<number> {
  const { bucket, prefix } = buckets!.access()
  const target = `s3://${bucket}/${prefix}/`
  const command =
    tool === 's5cmd'
      ? ['--endpoint-url', endpoint, 'cp', isFolder ? `${path}/*` : path, target]
      : ['s3', 'cp', '--quiet', '--endpoint-url', endpoint, ...(isFolder ? ['--recursive'] : []), path, target]
  const settings = join(tmpdir(), 'vermilion-bench-aws-settings')
  if (line !== Number.POSITIVE_INFINITY) {
    if (tool !== 'aws') throw new Error('only aws limits what it sends')
    writeFileSync(settings, `[default]\ns3 =\n  max_bandwidth = ${line}MB/s\n`)
  }
  const env = line === Number.POSITIVE_INFINITY ? own : { ...own, AWS_CONFIG_FILE: settings }
  const startedAt = performance.now()
  const child = spawn(tool ?? '', command, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${tool} ended with ${String(code)}`)
  return (performance.now() - startedAt) / 1_000
}

/** A put of the client of AWS, without anything beside it. */
export function createPut() {
  const { bucket: Bucket, prefix, ...access } = buckets!.access()
  const call = createCall({ bucket: Bucket, ...access }, keys)
  return (name: string, Body: Uint8Array) =>
    call('put', ({ client, library }) =>
      client.send(new library.PutObjectCommand({ Bucket, Key: `${prefix}/${name}`, Body })),
    )
}
