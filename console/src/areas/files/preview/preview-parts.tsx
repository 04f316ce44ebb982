import type { SpaceFile } from '@vermilion/contract/files'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import type { Preview } from '#ui/files/file-preview.tsx'

const Viewer = lazyPart(async () => (await import('./viewer.tsx')).Viewer)
const Facts = lazyPart(async () => (await import('./facts.tsx')).Facts)

/** The preview's viewer and facts of a space's file; their code loads with the first preview. */
export const previewParts = (file: SpaceFile): Pick<Preview, 'viewer' | 'facts'> => ({
  viewer: <Viewer file={file} />,
  facts: <Facts file={file} />,
})
