import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { BucketAccess } from '../../config.ts'
import { createBucketContents } from '#platform/blobs/s3/contents'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { createKillableServer, type KillableServer } from '../../testing/killable-server.ts'
import { runCommand } from '../../testing/server-process.ts'
import { upload } from '../../testing/upload.ts'
import { uploadPacked } from '../../testing/upload-pack.ts'

export const buckets = await testBuckets()
export const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
export const addressOf = ({ bucket, prefix }: BucketAccess) => `s3://${bucket}/${prefix}?style=path`

interface Moved {
  data: string
  access: BucketAccess
  variables: Record<string, string>
  server: KillableServer
  spaceId: string
  /** Checksums of what was confirmed, by path. */
  confirmed: Map<string, string>
}

type Moves = Moved & ReturnType<typeof actionsOn>

/** Each test has a server with contents on its disk, which can be moved to a bucket. */
export function describeMoves(title: string, define: (moved: Moves) => void): void {
  describe.skipIf(buckets === null)(`${title}${skippedWithoutS3}`, () => {
    const moved = {} as Moves
    Object.assign(moved, actionsOn(moved))
    beforeEach(async () => {
      const data = join(await mkdtemp(join(tmpdir(), 'vermilion-move-')), 'data')
      const access = buckets!.access()
      const { accessKeyId, secretAccessKey } = buckets!.keys
      const variables = {
        AWS_ENDPOINT_URL: access.endpoint!,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      }
      const server = createKillableServer(data, variables)
      Object.assign(moved, { data, access, variables, server, confirmed: new Map() })
      await server.start()
      const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'moved', path: 'moved' } })
      moved.spaceId = spaceId
    })
    afterEach(async () => {
      await moved.server.kill()
      await rm(join(moved.data, '..'), { recursive: true })
    })
    define(moved)
  })
}

function actionsOn(moved: Moved) {
  return {
    command: (parameters: readonly string[], more: Record<string, string> = {}) =>
      runCommand(moved.data, parameters, '', { ...moved.variables, ...more }),

    async put(count: number, bytes = 20_000): Promise<void> {
      const files = Array.from({ length: count }, () => ({
        path: `${randomBytes(8).toString('hex')}.bin`,
        content: randomBytes(bytes),
      }))
      await uploadPacked(moved.server, moved.spaceId, files)
      for (const { path, content } of files) moved.confirmed.set(path, sha256(content))
    },

    /** Reads all over HTTP. */
    async expectAll(): Promise<void> {
      const { server, spaceId, confirmed } = moved
      const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 500 } })
      expect(items.length).toBe(confirmed.size)
      const wrong: string[] = []
      for (const { id, path } of items) {
        const reply = await server.fetch(`/files/${id}/content`)
        if (!reply.ok || sha256(new Uint8Array(await reply.arrayBuffer())) !== confirmed.get(path)) wrong.push(path)
      }
      expect(wrong).toEqual([])
    },

    async stored(): Promise<Set<string>> {
      const contents = createBucketContents(moved.access, buckets!.keys)
      return new Set(await Array.fromAsync(contents.list(), ({ checksum }) => checksum))
    },

    /** Uploads until it is told to end. */
    keepUploading() {
      const { server, spaceId, confirmed } = moved
      const stop = new AbortController()
      const work = (async () => {
        while (!stop.signal.aborted && confirmed.size < 450) {
          const content = randomBytes(5_000)
          const path = `${confirmed.size} ${randomBytes(4).toString('hex')}.bin`
          await upload(server, { spaceId, path }, content)
          confirmed.set(path, sha256(content))
        }
      })()
      return async () => {
        stop.abort()
        await work
      }
    },
  }
}
