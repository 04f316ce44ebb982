import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { diffusersImages } from './diffusers-images.ts'
import { parameterOptions } from './parameter-options.ts'
import { torchvisionImages } from './torchvision-images.ts'

const fileOf = (name: string, file: string) =>
  readFileSync(new URL(`../../../../../images/${name.replace('vermilion/', '')}/${file}`, import.meta.url), 'utf8')

const containerImages = { ...torchvisionImages, ...diffusersImages }

test.each(Object.entries(containerImages))('%s is described and built as the catalogue has it', (name, image) => {
  const readme = fileOf(name, 'README.md')
  const rows = readme.split('\n').filter((line) => line.startsWith('| `--'))
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  expect(cells).toEqual(
    Object.entries(image.parameters).map(([key, { label, default: usual, minimum, maximum }]) => [
      `\`${parameterOptions({ [key]: 0 })[0]}\``,
      label.en,
      ...[usual, minimum, maximum].map(String),
    ]),
  )
  expect(readme).toContain(`docker build -t ${image.address} `)
  const containerfile = fileOf(name, 'Containerfile')
  const [program] = image.command({ dataFolder: 'data', outputFolder: 'output', parameters: {}, environment: {} })
  expect(containerfile).toContain(`ENTRYPOINT ["${program}"]`)
  const version = image.address.split(':').at(-1)
  expect(containerfile).toContain(`org.opencontainers.image.version="${version}"`)
})
