import type { Page } from '@playwright/test'
import { poolEndpoints } from '../contract/src/tasks/pools.ts'
import { imageEndpoints } from '../contract/src/tasks/training-images.ts'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { createClient } from './support/server/client.ts'
import { labeledSample } from './support/content/labeled.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { findViolations } from './support/screen/violations.ts'

const form = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions on ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('R2.21 R3.02 an image of one’s own is added, changed, tried in a pool and taken out again', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  await call(imageEndpoints.createTrainingImage, {
    body: {
      name: 'team/first',
      address: 'registry.example/team/first:1',
      framework: 'PyTorch',
      labelTypes: ['target-detection'],
      dataFormat: 'coco',
      command: ['/bin/train'],
    },
  })
  await call(poolEndpoints.createPool, {
    body: { name: 'lab', executor: 'container', concurrency: 1, address: 'unix:///nowhere.sock' },
  })
  await enter(page, server)
  await page.goto('/welcome')

  await test.step('the catalogue says which are built in', async () => {
    await page.goto('/compute/tasks')
    await page.getByRole('link', { name: 'Training images' }).click()
    await expect(rowOf(page, 'vermilion/starter-detector')).toContainText(/Training.*Built in.*Detect.*This machine/)
    await page.goto('/compute/images?kind=board-inference')
    const kinds = rowOf(page, 'vermilion/board-tflite').getByTitle(
      'Target detection, Picture classification, Semantic segmentation',
    )
    await expect(kinds).toBeVisible()
    // Three kinds beside each other: a row is as high as any other.
    expect((await kinds.boundingBox())?.height).toBeLessThan(40)
    await expect(rowOf(page, 'vermilion/starter-detector')).toHaveCount(0)
    await page.goto('/compute/images')
    await expect(rowOf(page, 'team/first')).toContainText('Own, not checked')
  })

  await test.step('what is wrong is said at its field, by the form and by the server', async () => {
    await page.getByRole('button', { name: 'Add an image' }).click()
    await form(page).getByLabel('Address').fill('registry.example/team/trainer:2')
    await expect(form(page).getByLabel('Image name')).toHaveValue('team/trainer')
    await form(page).getByLabel('Image name').fill('team/first')
    await form(page).getByLabel('Framework').fill('PyTorch')
    await form(page).getByLabel('Command').fill('train.py {parameters}')
    await form(page).getByRole('button', { name: 'Add a parameter' }).click()
    await form(page).getByLabel('Name 1').fill('epochs')
    await form(page).getByLabel('English label 1').fill('Epochs')
    await form(page).getByLabel('Default 1').fill('30')
    await form(page).getByLabel('Minimum 1').fill('1')
    await form(page).getByLabel('Maximum 1').fill('20')
    await form(page).getByRole('button', { name: 'Add an image' }).click()
    await expect(form(page).getByText('Please begin with the whole path of the program')).toBeVisible()
    await expect(form(page).getByText('Parameter 1: the default must lie between')).toBeVisible()
    await form(page).getByLabel('Command').fill('/usr/bin/python3 /opt/train.py {parameters}')
    await form(page).getByLabel('Maximum 1').fill('100')
    expect(await findViolations(page)).toEqual([])
    await form(page).getByRole('button', { name: 'Add an image' }).click()
    await expect(form(page).getByText('A training image named team/first is in the catalog already')).toBeVisible()
    await form(page).getByLabel('Image name').fill('team/trainer')
    await form(page).getByRole('button', { name: 'Add an image' }).click()
    await expect(rowOf(page, 'team/trainer')).toContainText('registry.example/team/trainer:2')
  })

  await test.step('it is changed, but for its name', async () => {
    await act(page, 'team/trainer', 'Edit')
    await expect(form(page).getByLabel('Image name')).toBeDisabled()
    await expect(form(page).getByLabel('Command')).toHaveValue('/usr/bin/python3 /opt/train.py {parameters}')
    await form(page).getByLabel('Title').fill('Night trainer')
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(rowOf(page, 'team/trainer')).toContainText('Night trainer')
  })

  await test.step('a check tells what the pool lacks, and what to do', async () => {
    await act(page, 'team/trainer', 'Show and check')
    const check = form(page).getByRole('region', { name: 'Check' })
    await check.getByRole('button', { name: 'Check' }).click()
    await expect(check.getByText('Engine · failed')).toBeVisible()
    await expect(check.getByText(/nowhere\.sock/)).toBeVisible()
    await expect(check.getByText('There is no socket at its address. Start the engine')).toBeVisible()
    await expect(form(page).getByText('Epochs: 30 (1 to 100)')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'team/trainer')).toContainText('Check failed')
  })

  await test.step('R2.22 a task that cannot log to this server says so where its curves will be', async () => {
    const pool = (await call(poolEndpoints.listPools, {})).find(({ name }) => name === 'lab')?.id ?? ''
    const body = {
      name: 'boxed',
      image: 'team/first',
      pool,
      dataSources: [{ kind: 'dataset' as const, id: (await labeledSample(call, 4)).id }],
    }
    const { id } = await call(taskEndpoints.createTask, { body })
    await page.goto(`/compute/taskdetail/${id}?tab=metrics`)
    await expect(page.getByText(/with an MLflow client does not come here: .* cannot reach this server/)).toBeVisible()
    await page.goto('/compute/images')
  })

  await test.step('it is taken out after a question', async () => {
    await act(page, 'team/trainer', 'Delete')
    await form(page).getByRole('button', { name: 'Delete' }).click()
    await expect(rowOf(page, 'team/trainer')).toHaveCount(0)
  })
})
