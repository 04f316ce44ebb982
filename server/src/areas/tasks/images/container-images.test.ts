import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { diffusersImages } from './diffusers-images.ts'
import { parameterOptions } from './parameter-options.ts'
import type { ImageDefinition } from './image-definition.ts'
import { torchvisionImages } from './torchvision-images.ts'
import { transformersImages } from './transformers-images.ts'

const fileOf = (folder: string, file: string) =>
  readFileSync(new URL(`../../../../../images/${folder}/${file}`, import.meta.url), 'utf8')

const containerImages: Readonly<Record<string, ImageDefinition>> = {
  ...torchvisionImages,
  ...transformersImages,
  ...diffusersImages,
}

test.each(Object.entries(containerImages))('%s is described and built as the catalogue has it', (name, image) => {
  const folder = image.python?.folder ?? name.replace('vermilion/', '')
  const readme = fileOf(folder, 'README.md')
  // A folder of several networks has what differs below the name of each.
  const [shared = '', ...parts] = readme.split('\n### ')
  const own = parts.find((part) => part.startsWith(`${name.replace('vermilion/', '')}\n`)) ?? ''
  const rows = `${shared}\n${own}`.split('\n').filter((line) => line.startsWith('| `--'))
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  const expected = Object.entries(image.parameters).map(([key, { label, default: usual, minimum, maximum }]) => [
    `\`${parameterOptions({ [key]: 0 })[0]}\``,
    label.en,
    ...[usual, minimum, maximum].map(String),
  ])
  expect(cells.toSorted()).toEqual(expected.toSorted())
  expect(readme).toContain(`docker build -t ${image.address} `)
  const containerfile = fileOf(folder, 'Containerfile')
  const [program] = image.command({ dataFolder: 'data', outputFolder: 'output', parameters: {}, environment: {} })
  expect(containerfile).toContain(`ENTRYPOINT ["${program}"]`)
  const version = image.address.split(':').at(-1)
  expect(containerfile).toContain(`org.opencontainers.image.version="${version}"`)
})
