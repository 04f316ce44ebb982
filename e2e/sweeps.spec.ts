import type { Page } from '@playwright/test'
import { poolEndpoints } from '../contract/src/tasks/pools.ts'
import { sweepEndpoints, type Sweep } from '../contract/src/tasks/sweeps/sweeps.ts'
import { choose, labeledSample } from './support/content/labeled.ts'
import { changeTheme, enter, resting, themes } from './support/screen/screen.ts'
import { findViolations } from './support/screen/violations.ts'
import { createClient, type Call } from './support/server/client.ts'
import { expect, test } from './support/story.ts'

const form = (page: Page) => page.getByRole('dialog')
const table = (page: Page) => page.getByRole('table', { name: 'Table of the trials' })
const parameters = { epochs: 2, inputSize: 64, width: 8, batch: 8 }

async function accessible(page: Page): Promise<void> {
  for (const theme of themes) {
    await changeTheme(page, theme)
    await resting(page)
    expect(await findViolations(page)).toEqual([])
  }
}

async function fillParameters(page: Page): Promise<void> {
  await form(page).getByText('Parameters', { exact: true }).click()
  await form(page).getByRole('spinbutton', { name: 'Epochs' }).fill(String(parameters.epochs))
  await form(page).getByRole('spinbutton', { name: 'Input size' }).fill(String(parameters.inputSize))
  await form(page).getByRole('spinbutton', { name: 'Batch size' }).fill(String(parameters.batch))
}

async function repeat(call: Call, datasetId: string, name: string, learningRate: number): Promise<Sweep> {
  return call(sweepEndpoints.createSweep, {
    body: {
      name,
      method: 'seeds',
      count: 2,
      concurrency: 2,
      task: {
        name,
        image: 'vermilion/starter-detector',
        dataSources: [{ kind: 'dataset', id: datasetId }],
        parameters: { ...parameters, learningRate },
      },
    },
  })
}

test('a training becomes a grid of trainings or one repeated with seeds: table, axes, spread and comparison', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  await call(poolEndpoints.updatePool, { params: { poolId: 'local' }, body: { concurrency: 2 } })
  const dataset = await labeledSample(call, 8, { width: 128, height: 96 })
  await enter(page, server)

  await test.step('the form asks for the space of a sweep, and says what does not fit', async () => {
    await page.goto(`/compute/tasks?create=true&dataset=${dataset.id}`)
    await form(page).getByLabel('Task name').fill('night')
    await form(page).getByText('Sweep', { exact: true }).click()
    await fillParameters(page)
    await choose(page, 'Method', 'Grid')
    await choose(page, 'Kind of values 1', 'Values')
    await form(page).getByLabel('Values of Learning rate').fill('0.005, 7')
    await form(page).getByRole('button', { name: 'Add a parameter' }).click()
    await choose(page, 'Parameter 2', 'Network width')
    await choose(page, 'Kind of values 2', 'Values')
    await form(page).getByLabel('Values of Network width').fill('8, 12')
    await form(page).getByLabel('At once').fill('2')
    await form(page).getByRole('button', { name: 'Start sweep' }).click()
    await expect(form(page).getByText('Learning rate: please enter values from 0.00001 to 0.1')).toBeVisible()
    await form(page).getByLabel('Values of Learning rate').fill('0.005, 0.00001')
    await expect(form(page).getByText('The grid has 4 trials.')).toBeVisible()
    await accessible(page)
    await form(page).getByRole('button', { name: 'Start sweep' }).click()
    await expect(page).toHaveURL(/\/compute\/sweeps\/[\w-]+$/)
  })

  await test.step('its page goes through to the end by itself, and leads to the best', async () => {
    await expect(page.getByText('All trials are over.')).toBeVisible({ timeout: 300_000 })
    await expect(table(page).getByRole('row')).toHaveCount(5)
    await expect(page.getByText('4 of 4')).toBeVisible()
    await table(page).getByRole('button', { name: 'Network width' }).click()
    await expect(table(page).getByRole('row').nth(1)).toContainText('8')
    await table(page).getByRole('button', { name: 'Network width' }).click()
    await expect(table(page).getByRole('row').nth(1)).toContainText('12')
    await expect(page).toHaveURL(/sort=-parameter/)
    const rank = page.getByRole('slider', { name: 'Trial by rank' })
    await expect(rank).toHaveAttribute('aria-valuetext', /^No\. 1: Learning rate [\d.e-]+, Network width \d+/)
    await rank.press('ArrowRight')
    await expect(rank).toHaveAttribute('aria-valuetext', /^No\. 2:/)
    await accessible(page)
    await page.getByRole('link', { name: 'Open the model' }).first().click()
    await expect(page).toHaveURL(/\/model\/list\/model\//)
  })

  await test.step('a trial names its sweep in the list of tasks, and the list of sweeps has it', async () => {
    await page.goto('/compute/tasks')
    await page.getByRole('link', { name: 'Trial 1 of night' }).click()
    await expect(page.getByRole('heading', { name: 'night' })).toBeVisible()
    await page.getByRole('button', { name: 'Actions on night' }).click()
    await page.getByRole('menuitem', { name: 'Show as tasks' }).click()
    await expect(page.getByRole('link', { name: /^night-\d$/ })).toHaveCount(4)
    await page.goto('/compute/tasks')
    await page.getByRole('link', { name: 'Sweeps' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'night' })).toContainText('4 of 4')
  })

  await test.step('repeated trainings stand with mean and spread, and a comparison says what is beyond chance', async () => {
    const other = await repeat(call, dataset.id, 'other', 0.00001)
    await page.goto(`/compute/tasks?create=true&dataset=${dataset.id}`)
    await form(page).getByLabel('Task name').fill('seeds')
    await form(page).getByText('Repeat with seeds', { exact: true }).click()
    await fillParameters(page)
    await form(page).getByLabel('Trainings', { exact: true }).fill('2')
    await form(page).getByLabel('At once').fill('2')
    await form(page).getByRole('button', { name: 'Start trainings' }).click()
    await expect(page.getByText('All trials are over.')).toBeVisible({ timeout: 300_000 })
    await expect(page.getByText('mean ± standard deviation of 2 trainings')).toBeVisible()
    const params = { sweepId: other.id }
    await expect.poll(async () => (await call(sweepEndpoints.getSweep, { params })).state).toBe('completed')
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('other')
    await expect(page.getByText(/^(Within|Beyond) the spread$/).first()).toBeVisible()
    await accessible(page)
    await page.goto('/compute/sweeps?method=seeds')
    await expect(page.getByRole('row').filter({ hasText: 'seeds' }).filter({ hasText: '±' })).toHaveCount(2)
  })

  await test.step('a sweep that is over goes on with more trials, and is deleted without its tasks', async () => {
    await page.getByRole('link', { name: 'seeds', exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await form(page).getByLabel('Trials in all').fill('3')
    await form(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('3 of 3')).toBeVisible({ timeout: 300_000 })
    await page.getByRole('button', { name: 'Actions on seeds' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await form(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/compute\/sweeps$/)
    await page.goto('/compute/tasks?search=seeds')
    await expect(page.getByRole('link', { name: /^seeds-\d$/ })).toHaveCount(3)
  })
})
