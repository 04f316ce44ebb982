import { fileEndpoints } from '@vermilion/contract/files'
import type { SpaceFile } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

export const text = (value: string) => new TextEncoder().encode(value)

export async function spaceWith(
  server: TestServer,
  name: string,
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
) {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  for (const [path, content] of Object.entries(files)) await upload(server, { spaceId, path }, content)
  return spaceId
}

export async function fileAt(server: TestServer, spaceId: string, path: string): Promise<SpaceFile> {
  const query = { recursive: 'true', limit: 500 }
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
  const file = items.find((file) => file.path === path)
  if (file === undefined) throw new Error(`there is no ${path}`)
  return file
}

export function picture(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: 'teal', noise } })
}

export async function bytesOf(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await image.toBuffer())
}
