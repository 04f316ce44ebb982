import { datasetEndpoints } from '@vermilion/contract/datasets'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { sampleEndpoints } from '@vermilion/contract/samples'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { boardProblem, startBoard } from '../server/src/areas/models/testing/inference-board.ts'
import { choose } from './support/content/labeled.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { expect, test as base } from './support/story.ts'

const images = 50

const test = base.extend<{ board: Awaited<ReturnType<typeof startBoard>> }>({
  board: async ({}, use) => {
    const board = await startBoard()
    await use(board)
    await board.stop()
  },
})
test.skip(boardProblem !== undefined, boardProblem)

test('R1.04 R2.21 R2.23 R3.02 R5.02 R8.11 a model runs on a board, beside the cloud on the same images', async ({
  page,
  server,
  board,
}) => {
  const call = createClient(server)
  const { host, port, username, privateKey } = board
  const credentials = { method: 'key' as const, privateKey }
  const device = { name: 'desk-board', host, port, username, credentials, fingerprint: board.fingerprint() }
  await call(deviceEndpoints.createDevice, { body: device })
  const body = { name: 'floors', count: images, width: 128, height: 96, labeled: true }
  await call(sampleEndpoints.createSample, { body })
  const ready = async () => {
    const { items } = await call(datasetEndpoints.listDatasets, { query: {} })
    return items.find(({ status, labeledCount }) => status === 'success' && labeledCount === images)?.id
  }
  await expect.poll(ready, { timeout: 60_000 }).toBeTruthy()
  const training = await call(datasetEndpoints.startTraining, {
    params: { datasetId: (await ready()) ?? '' },
    body: {
      name: 'floor-detector',
      image: 'vermilion/starter-detector',
      parameters: { inputSize: 64, width: 8, epochs: 8 },
    },
  })
  const params = { taskId: training.id }
  const modelOf = async () => (await call(taskEndpoints.getTask, { params })).modelId
  await expect.poll(modelOf, { timeout: 60_000 }).toBeTruthy()
  await prefer(page)
  await enter(page, server)

  await test.step('R5.02 the form says what is missing', async () => {
    await page.goto(`/model/list?model=${await modelOf()}`)
    await page.getByRole('button', { name: 'Run on a board' }).click()
    const form = page.getByRole('dialog', { name: 'Run on a board' })
    await form.getByLabel('Command').fill('')
    await form.getByLabel('Output path').fill('')
    await form.getByRole('button', { name: 'Start board inference' }).click()
    for (const words of [/^Please enter the task name/, 'Please enter the command', /^Please enter the output path/])
      await expect(form.getByText(words)).toBeVisible()
    await expect(form.getByText('Please select a device').last()).toBeVisible()
    await page.reload()
  })

  await test.step('R2.21 R8.11 it is started, with selected images, and says so', async () => {
    await page.goto(`/model/list?model=${await modelOf()}&board=true`)
    const form = page.getByRole('dialog', { name: 'Run on a board' })
    await form.getByRole('button', { name: 'Start over' }).click()
    await form.getByLabel('Task name').fill('on-the-desk')
    await choose(page, 'Device', 'desk-board')
    await form.getByLabel('Sustained measurement (s)').fill('3')
    await form.getByLabel('Minimum confidence').fill('0.02')
    await choose(page, 'Image selection', 'Selected images')
    await form.getByRole('button', { name: /^Select the first 50/ }).click()
    await expect(form.getByText('50 images selected')).toBeVisible()
    await form.getByRole('button', { name: 'Start board inference' }).click()
    await expect(page.getByText('Board inference task created (view the report for results)')).toBeVisible()
    await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  })

  await test.step('R2.23 both tabs, and no difference', async () => {
    await expect(page.getByText('Success', { exact: true }).first()).toBeVisible({ timeout: 90_000 })
    await expect(page.getByRole('tab', { name: 'Board inference' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('Frames/s, sustained').first()).toBeVisible()
    await expect(page.getByText('No image differs').first()).toBeVisible({ timeout: 60_000 })
    const differences = page.getByRole('table', { name: 'Differences by class' })
    await expect(differences.getByRole('row').nth(1)).toContainText('0.000')
    const label = differences.getByRole('row').nth(2).getByRole('button').first()
    await label.click()
    await expect(page.getByRole('heading', { name: `Images with ${await label.textContent()}` })).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Images, those that differ most first' }).getByRole('img').first(),
    ).toBeVisible()
    await page.getByRole('tab', { name: 'Cloud inference' }).click()
    await expect(page.getByRole('group', { name: 'What the model found' })).toBeVisible()
  })

  await test.step('R3.02 the training shows the board, and the device what ran there', async () => {
    await page.goto(`/compute/taskdetail/${training.id}?tab=basic`)
    await expect(page.getByText('desk-board')).toBeVisible()
    await page.goto('/board/list')
    await page.getByRole('link', { name: 'desk-board' }).first().click()
    await page.getByRole('tab', { name: 'What ran here' }).click()
    await expect(page.getByRole('link', { name: 'on-the-desk' })).toBeVisible()
  })
})
