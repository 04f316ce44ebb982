import { lint } from '../lint.ts'
import type { Violation } from './violation.ts'

/** Ways of opening pictures without limits. */
export const pictureViolations: Readonly<Record<string, Violation>> = {
  'a picture that is opened in a way of its own': {
    check: lint,
    files: {
      'server/src/platform/clock.ts': `import sharp from 'sharp'\n\nexport const size = (file: string) => sharp(file).metadata()\n`,
    },
    says: /Open pictures with openPicture/,
  },
  'a decoder of pictures that is loaded late': {
    check: lint,
    files: {
      'server/src/platform/clock.ts': `export const load = async () => (await import('sharp')).default\n`,
    },
    says: /Open pictures with openPicture/,
  },
  'a picture that is read whole, whatever its size': {
    check: lint,
    files: {
      'server/src/platform/clock.ts':
        `import type { Readable } from 'node:stream'\nimport { buffer } from 'node:stream/consumers'\n\n` +
        `interface Content {\n  open(): Promise<Readable>\n}\n\n` +
        `export const read = async (files: { content(id: string): Promise<Content> }, id: string) =>\n` +
        `  buffer(await (await files.content(id)).open())\n`,
    },
    says: /files\.withPictureSource or files\.pictureBytes/,
  },
  'a file of a content that is read whole': {
    check: lint,
    files: {
      'server/src/platform/clock.ts':
        `import { readFile } from 'node:fs/promises'\n\n` +
        `interface LocalFile {\n  file: string\n}\n\n` +
        `export const read = ({ file }: LocalFile) => readFile(file)\n`,
    },
    says: /Read the file of a content with readPicture/,
  },
}
