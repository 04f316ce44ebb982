import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  lockOf,
  type PackageIndex,
  startPackageIndex,
  tinyPackage,
  writeImage,
} from '../server/src/areas/tasks/testing/tiny-package-index.ts'
import {
  environmentPython,
  environmentSkipped,
  ownIndexOnly,
  pathWithoutUv,
  tinyPackages,
  tinyProgram,
} from '../server/src/areas/tasks/testing/tiny-environments.ts'
import { choose, labeledSample } from './support/content/labeled.ts'
import { createClient } from './support/server/client.ts'
import { startServer } from './support/server/server.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test as base } from './support/story.ts'

const { counting, large } = tinyPackages
const program = ['server/src/areas/tasks/testing/serve-environments.ts'] as const

interface Surroundings {
  imagesFolder: string
  index: PackageIndex
}

/** A server with tiny images that run in environments, and the index of their packages. */
const test = base.extend<Surroundings>({
  imagesFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'vermilion-images-'))
    const locks = {
      tiny: [counting, large],
      other: [counting, large],
      absent: [counting],
      wrong: [tinyPackage('tinycount', '')],
    }
    for (const [name, packages] of Object.entries(locks)) {
      await writeImage(folder, name, { program: tinyProgram, lock: lockOf(packages) })
    }
    await use(folder)
    await rm(folder, { recursive: true })
  },
  index: async ({}, use) => {
    const index = await startPackageIndex([counting, large])
    await use(index)
    await index.stop()
  },
  server: async ({ imagesFolder, index }, use) => {
    const server = await startServer({
      program,
      environment: {
        ...ownIndexOnly,
        IMAGES_FOLDER: imagesFolder,
        PATH: pathWithoutUv,
        VERMILION_PYTHON: environmentPython ?? '',
        VERMILION_PYTHON_INDEX: index.address,
      },
    })
    await use(server)
    await server.stop()
  },
})
test.skip(environmentPython === undefined, environmentSkipped)

const form = (page: Page) => page.getByRole('dialog')

async function openForm(page: Page, datasetId: string, image: string, address = ''): Promise<void> {
  await page.goto(`${address}/compute/tasks?create=true&dataset=${datasetId}`)
  await choose(page, 'Training image', `· ${image}`)
}

async function startTask(page: Page, name: string): Promise<void> {
  await form(page).getByLabel('Task name').fill(name)
  await form(page).getByRole('button', { name: 'Start training' }).click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
}

test('R3.01 R5.02 a training runs without containers: the form tells of its environment, tasks share it, and the storage page removes it', async ({
  page,
  server,
  index,
}) => {
  const dataset = await labeledSample(createClient(server), 4)
  await enter(page, server)

  await test.step('the form tells what is made, and the task how far it is', async () => {
    index.holds = large.name
    await openForm(page, dataset.id, 'tiny')
    await expect(form(page).getByText(/this task makes first: Python 3\.\d+, 2 packages for/)).toBeVisible()
    await startTask(page, 'first')
    await expect(page.getByText(/^Preparing the Python environment: 1 of 2 packages, \d+ MiB$/)).toBeVisible()
    await openForm(page, dataset.id, 'other')
    await expect(form(page).getByText(/is being made: 1 of 2 packages, .* This task shares it\./)).toBeVisible()
  })

  await test.step('once it is there tasks run in it at once', async () => {
    index.holds = null
    index.release()
    await expect(
      form(page).getByText(/in a Python environment that is ready: Python 3\.\d+, 2 packages for/),
    ).toBeVisible()
    await startTask(page, 'second')
    await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
    expect(index.downloads.toSorted()).toEqual([counting.name, large.name])
  })

  await test.step('one that cannot be made says why', async () => {
    await openForm(page, dataset.id, 'wrong')
    await startTask(page, 'third')
    const why = page.getByRole('region', { name: 'Why it failed' })
    await expect(why).toContainText('its hash differs')
    await expect(why).toContainText('Check the mirror in VERMILION_PYTHON_INDEX')
    await expect(why).toContainText('DO NOT MATCH THE HASHES')
  })

  await test.step('the storage page has it with its size, and removes it', async () => {
    await page.goto('/resource?tab=storage')
    const row = page.getByRole('row').filter({ hasText: 'tiny, other' })
    await expect(row).toContainText(/\d+(?:\.\d+)? MiB/)
    await row.getByRole('button', { name: 'Remove' }).click()
    const question = page.getByRole('dialog', { name: 'Remove the Python environment of tiny, other?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(row).toHaveCount(0)
    await openForm(page, dataset.id, 'tiny')
    await expect(form(page).getByText(/this task makes first/)).toBeVisible()
  })
})

test('@long R3.01 R2.02 without a container engine and an accelerator a detector learns the sample with PyTorch, in an environment from the package index', async ({
  page,
}) => {
  test.skip(
    process.env['VERMILION_TEST_REGISTRY'] === undefined,
    'skipped: VERMILION_TEST_REGISTRY=1 lets it fetch PyTorch',
  )
  test.setTimeout(3_600_000)
  const server = await startServer()
  try {
    const dataset = await labeledSample(createClient(server), 12)
    await enter(page, server)
    await openForm(page, dataset.id, 'vermilion/torchvision-detection', server.address)
    await expect(form(page).getByText(/this task makes first: .* GiB to download/)).toBeVisible()
    await form(page).getByText('Parameters', { exact: true }).click()
    const smallest = { Epochs: 2, 'Input size': 64, 'Layers of the ResNet (18, 34, 50, 101, 152)': 18, 'Batch size': 4 }
    for (const [label, value] of Object.entries(smallest)) {
      await form(page).getByLabel(label, { exact: true }).fill(String(value))
    }
    await startTask(page, 'with-torch')
    await expect(page.getByText(/^Preparing the Python environment: \d+ of \d+ packages/)).toBeVisible()
    await expect(page.getByText('Success', { exact: true }).first()).toBeVisible({ timeout: 3_000_000 })
    await expect(page.getByRole('link', { name: 'Open the model' })).toBeVisible({ timeout: 120_000 })
  } finally {
    await server.stop()
  }
})

test('R3.01 R5.02 where no Python is, the form says what to install', async ({ page, imagesFolder }) => {
  const server = await startServer({ program, environment: { IMAGES_FOLDER: imagesFolder, PATH: imagesFolder } })
  try {
    const dataset = await labeledSample(createClient(server), 4)
    await enter(page, server)
    await openForm(page, dataset.id, 'tiny', server.address)
    await expect(form(page).getByRole('alert')).toContainText(
      'This machine has no Python: 3.10 or later is needed. Install it',
    )
  } finally {
    await server.stop()
  }
})
