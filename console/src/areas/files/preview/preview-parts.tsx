import type { SpaceFile } from '@vermilion/contract/files'
import type { Preview } from '#ui/files/file-preview.tsx'
import { Viewer } from './viewer.tsx'
import { Facts } from './facts.tsx'

export const previewParts = (file: SpaceFile): Pick<Preview, 'viewer' | 'facts'> => ({
  viewer: <Viewer file={file} />,
  facts: <Facts file={file} />,
})
