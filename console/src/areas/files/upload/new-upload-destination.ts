import { isInPlace, type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { call } from '#lib/api.ts'
import type { UploadDestination } from './upload-destination.ts'

const home = 'uploads'

export async function createUploadDestination(now: Date): Promise<UploadDestination> {
  const { id } = (await homeNow()) ?? (await newHome())
  const stamp = now
    .toISOString()
    .replaceAll(/[-:.Z]/g, '')
    .replace('T', '-')
  return { spaceId: id, folder: stamp }
}

async function homeNow(): Promise<Space | undefined> {
  const { items } = await call(spaceEndpoints.listSpaces, { query: { search: home, limit: 200 } })
  return items.find((space) => space.name === home && !isInPlace(space))
}

/** The name or path may be taken, or have been created meanwhile. */
async function newHome(): Promise<Space> {
  const create = (name: string, path: string) =>
    call(spaceEndpoints.createSpace, { body: { name, path } }).catch(() => undefined)
  const own = Date.now().toString(36)
  return (
    (await create(home, home)) ??
    (await create(home, `${home}-${own}`)) ??
    (await homeNow()) ??
    (await call(spaceEndpoints.createSpace, { body: { name: `${home} ${own}`, path: `${home}-${own}` } }))
  )
}
