import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { startCuttableLine } from '../server/src/areas/devices/testing/cuttable-line.ts'
import type { CuttableLine } from '../server/src/areas/devices/testing/cuttable-line.ts'
import { boardProblem, startBoard } from '../server/src/areas/models/testing/inference-board.ts'
import type { Board } from '../server/src/areas/models/testing/inference-board.ts'
import { choose } from './support/content/labeled.ts'
import { fillDeviceForm, patience } from './support/devices/board.ts'
import { trainDetector } from './support/devices/detector.ts'
import { addArtifact, rollOut } from './support/devices/rollout-form.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { expect, test as base } from './support/story.ts'

const images = 50
const name = 'desk-board'

/** A board with a runtime, over a connection that can be cut. */
const test = base.extend<{ board: Board; line: CuttableLine }>({
  board: async ({}, use) => {
    const board = await startBoard()
    await use(board)
    await board.stop()
  },
  line: async ({ board }, use) => {
    const line = await startCuttableLine(board.port)
    await use(line)
    await line.stop()
  },
})
test.skip(boardProblem !== undefined, boardProblem)

const requirements = 'R1.04 R1.07 R2.20 R2.21 R2.23 R3.01 R3.02 R4.02 R5.02 R8.11'
const outages = [
  { lasting: 'that is reset', milliseconds: 0 },
  { lasting: 'that is cut for a minute @long', milliseconds: 60_000 },
] as const

for (const { lasting, milliseconds } of outages)
  test(`${requirements} the day of a board on a line ${lasting}`, async ({ page, server, board, line }) => {
    const detector = trainDetector(createClient(server), images)
    await prefer(page)
    await enter(page, server)

    await test.step('it is added once its fingerprint is confirmed', () => addDevice(page, board, line))
    const address = new URL(page.url()).pathname
    const load = page.locator('section', { has: page.getByRole('heading', { name: 'Load', exact: true }) })
    await expect(load.getByRole('meter', { name: 'Memory' })).toBeVisible(patience)
    const readAt = load.getByText(/^Read /)
    const firstReading = (await readAt.textContent()) ?? ''
    await useTerminal(page, line, milliseconds)
    await test.step('it is seen live', async () => {
      await page.goto(address)
      await expect(readAt).toBeVisible()
      await expect(readAt).not.toHaveText(firstReading, patience)
    })
    await test.step('a folder is uploaded', () => uploadFolder(page, board, address))
    await test.step('it is updated, and goes back from a version that is not healthy', () =>
      updateBoard(page, board, address))
    const { trainingId, model } = await detector
    await test.step('a model runs on it with 50 images', async () => runModel(page, await model()))
    await test.step('both tabs, and no difference', () => compareWithCloud(page))
    await test.step('the training shows the board, and the board what ran there', async () => {
      await page.goto(`/compute/taskdetail/${trainingId}?tab=basic`)
      await expect(page.getByText(name)).toBeVisible()
      await page.goto(address)
      await page.getByRole('tab', { name: 'What ran here' }).click()
      await expect(page.getByRole('link', { name: 'on-the-desk' })).toBeVisible()
    })
    await test.step('without power it is offline, with its last values and the note', async () => {
      await page.goto('/board/list')
      const card = page.getByRole('article', { name })
      await expect(card.getByText('Online', { exact: true })).toBeVisible(patience)
      await board.kill()
      await expect(card.getByText('Offline', { exact: true })).toBeVisible(patience)
      await expect(card.getByText(/^What is displayed is from before the device went offline/)).toBeVisible()
      await expect(card.getByRole('meter', { name: 'Memory' })).toBeVisible()
    })
  })

async function addDevice(page: Page, board: Board, { port }: CuttableLine): Promise<void> {
  const { host, username, privateKey } = board
  await page.goto('/board/list?create=true')
  const form = await fillDeviceForm(page, { host, port, username }, { name, privateKey })
  await form.getByRole('button', { name: 'Check host key' }).click()
  const step = form.getByRole('region', { name: 'Is this the right device?' })
  await expect(step).toContainText(board.fingerprint())
  await expect(step).toContainText('ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub')
  await form.getByRole('button', { name: 'Confirm and add' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('main').getByText('Online')).toBeVisible(patience)
}

async function useTerminal(page: Page, line: CuttableLine, outage: number): Promise<void> {
  const rows = page.locator('.xterm-rows')
  const state = (word: string) => page.locator('main output').getByText(word, { exact: true })
  const type = async (words: string) => {
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
  }

  await test.step('the button SSH leads to a shell, which takes what is typed', async () => {
    await page.goto('/board/list')
    await page.getByRole('button', { name: `SSH ${name}` }).click()
    await expect(page).toHaveURL(/\/board\/list\/device\/[^/]+\?tab=terminal$/)
    await page.getByRole('button', { name: 'Open terminal' }).click()
    await expect(state('Connected')).toBeVisible(patience)
    await type('exec sh')
    await type('PS1=; clear; echo "product $((6 * 7))" 火')
    await expect(rows).toContainText('product 42 火')
  })

  await test.step('what it wrote meanwhile is there after a reload, once', async () => {
    await type('clear; (sleep 1; echo meanwhile $((6 * 7))) &')
    await page.reload()
    await expect(state('Connected')).toBeVisible()
    await expect(rows.getByText('meanwhile 42')).toHaveCount(1, patience)
  })

  await test.step('a line that is cut is said; the command goes on, and what is typed comes when it is back', async () => {
    await type('clear; for i in 1 2 3 4 5 6 7 8 9; do echo "step $i"; sleep 0.3; done; read word; echo "heard $word"')
    await expect(rows).toContainText('step 2')
    line.cut()
    const minute = delay(outage)
    if (outage === 0) line.reset()
    await expect(state('Disconnected')).toBeVisible({ timeout: outage + patience.timeout })
    await expect(page.getByText('what you type is sent once it is back')).toBeVisible()
    await type('while away')
    await minute
    line.reset()
    line.mend()
    await expect(state('Connected')).toBeVisible({ timeout: outage + patience.timeout })
    await expect(rows).toContainText('heard while away', patience)
    for (let step = 1; step <= 9; step += 1) await expect(rows.getByText(`step ${step}`)).toHaveCount(1)
    await expect(rows.getByText('heard while away')).toHaveCount(1)
  })

  await test.step('the keyboard leaves it, and it ends with its shell; the log tells who had it', async () => {
    await page.keyboard.press('Control+Shift+L')
    await expect(page.getByRole('button', { name: 'Terminal 1' })).toBeFocused()
    await page.locator('.xterm-helper-textarea').focus()
    await type('exit 3')
    await expect(page.getByText('Ended with exit code 3')).toBeVisible(patience)
    await page.getByRole('button', { name: 'Close terminal' }).click()
    await expect(page.getByText('A terminal on this device')).toBeVisible()
    await page.getByRole('tab', { name: 'Log', exact: true }).click()
    await expect(page.getByRole('row', { name: /^Terminal opened .*admin/ }).first()).toBeVisible()
  })
}

async function uploadFolder(page: Page, board: Board, address: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vermilion-captures-'))
  const local = join(folder, 'captures')
  mkdirSync(join(local, 'front'), { recursive: true })
  writeFileSync(join(local, 'front', 'notes.txt'), 'seen from the front')
  writeFileSync(join(local, 'large.bin'), Buffer.alloc(2_000_000, 7))
  await page.goto(`${address}?tab=files&path=${encodeURIComponent(board.home)}`)
  const files = page.getByRole('grid', { name: 'Files of the device' })
  await expect(files.getByText('tools', { exact: true })).toBeVisible(patience)
  await page.getByLabel('Upload a folder', { exact: true }).setInputFiles(local)
  await expect(page.getByText('2 files uploaded')).toBeVisible(patience)
  for (const file of ['front/notes.txt', 'large.bin'])
    expect(readFileSync(join(board.home, 'captures', file)).equals(readFileSync(join(local, file)))).toBe(true)
  await files.getByText('captures', { exact: true }).dblclick()
  await expect(page).toHaveURL(/(?:%2F|\/)captures/)
  await expect(files.getByText('large.bin')).toBeVisible(patience)
  rmSync(folder, { recursive: true, force: true })
}

async function updateBoard(page: Page, board: Board, address: string): Promise<void> {
  const row = page.getByRole('row', { name: new RegExp(name) })
  const inUse = () => readFileSync(join(board.home, 'gate-app-in-use'), 'utf8').trim()
  await page.goto('/board/artifacts')
  await expect(page.getByRole('heading', { name: 'No artifacts yet' })).toBeVisible()
  await addArtifact(page, 'gate-app', '1.0')
  await page.goto(`${address}?tab=updates`)
  await page.getByRole('button', { name: 'Update this device' }).click()
  // The only artifact is preselected, and a name proposed.
  await rollOut(page, 'grep 1.0 "$HOME/gate-app-in-use"')
  await expect(page.getByRole('heading', { level: 1, name: /^gate-app 1\.0 \d\d-\d\d \d\d:\d\d$/ })).toBeVisible()
  await expect(row).toContainText('Success', patience)
  await expect(page.getByRole('list').filter({ hasText: 'Phase 1' })).toContainText('1 of 1 device')
  // At the end there is one primary button; undoing actions are in the menu.
  await expect(page.getByRole('main').locator('.ant-btn-primary')).toHaveText('Roll out again')
  await page.getByRole('button', { name: /^Actions on gate-app 1\.0/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Roll back' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Actions on ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Log' }).click()
  await expect(page.getByRole('log')).toContainText('installing')
  await page.keyboard.press('Escape')
  expect(inUse()).toBe('1.0')

  await page.goto('/board/artifacts')
  await addArtifact(page, 'gate-app', '2.0')
  const artifact = page.getByRole('row', { name: /gate-app 2\.0/ })
  await page.route('**/rollouts/preview', (route) => route.abort())
  await artifact.getByRole('button', { name: 'Roll out', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Create rollout' })
  const unknown = form.getByRole('alert').filter({ hasText: 'Who gets what could not be read' })
  await expect(unknown).toBeVisible()
  await page.unroute('**/rollouts/preview')
  await unknown.getByRole('button', { name: 'Try again' }).click()
  await expect(form.getByLabel('Who gets what')).toHaveText(`1 device: ${name} 1.0 → 2.0`)
  await rollOut(page, 'echo no camera; exit 1')
  await expect(row).toContainText('Rolled back', patience)
  await expect(row).toContainText('no camera')
  expect(inUse()).toBe('1.0')

  await page.goto(address)
  await expect(page.getByRole('list', { name: 'Software' })).toContainText(/gate-app 1\.0.*2\.0 available/)
  await page.goto(`${address}?tab=updates`)
  const installed = page.getByRole('table', { name: 'Installed by rollouts' })
  const software = installed.getByRole('row', { name: /gate-app/ })
  await expect(software).toContainText('1.0')
  await expect(software).toContainText('2.0 available')
  await expect(software).toContainText('none recorded')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(software.getByRole('time')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Update gate-app to 2.0' }).click()
  await expect(form).toContainText('gate-app 2.0')
  await page.goto(`${address}?tab=updates`)
  await expect(page.getByRole('table', { name: 'Rollouts of this device' }).getByRole('row')).toHaveCount(3)
  await page.goto('/board/rollouts')
  await expect(page.getByRole('row', { name: /gate-app 2\.0/ })).toContainText('Failed')
}

async function runModel(page: Page, model: string): Promise<void> {
  await page.goto(`/model/list/model/${model}`)
  await page.getByRole('button', { name: /^Actions on/ }).click()
  await page.getByRole('menuitem', { name: 'Run on a board' }).click()
  const form = page.getByRole('dialog', { name: 'Run on a board' })
  await form.getByLabel('Task name').fill('')
  await form.getByLabel('Command').fill('')
  await form.getByLabel('Output path').fill('')
  await form.getByRole('button', { name: 'Start board inference' }).click()
  for (const words of [/^Please enter the task name/, 'Please enter the command', /^Please enter the output path/])
    await expect(form.getByText(words)).toBeVisible()
  await expect(form.getByText('Please select a device').last()).toBeVisible()

  await page.goto(`/model/list?model=${model}&board=true`)
  await form.getByLabel('Task name').fill('on-the-desk')
  await choose(page, 'Device', name)
  await form.getByLabel('Sustained measurement (s)').fill('1')
  await form.getByLabel('Confidence threshold').fill('0.02')
  await choose(page, 'Image selection', 'Selected images')
  await form.getByRole('button', { name: /^Select the first 50/ }).click()
  await expect(form.getByText('50 images selected')).toBeVisible()
  await form.getByRole('button', { name: 'Start board inference' }).click()
  await expect(page.getByText('Board inference task created (view the report for results)')).toBeVisible()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible({ timeout: 90_000 })
}

async function compareWithCloud(page: Page): Promise<void> {
  await expect(page.getByRole('tab', { name: 'Board inference' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Frames/s, sustained').first()).toBeVisible()
  await expect(page.getByText('No image differs').first()).toBeVisible()
  const table = page.getByRole('table', { name: 'Differences by class' })
  const headings = await table.getByRole('columnheader').allTextContents()
  const figures = await table.getByRole('row').nth(1).getByRole('cell').allTextContents()
  // The first heading is that of the names of classes.
  const [onBoard, inCloud, difference] = ['Board', 'Cloud', 'Difference'].map((side) =>
    Number(figures[headings.indexOf(`AP50 ${side}`) - 1]),
  )
  expect(onBoard).toBeGreaterThan(0)
  expect(onBoard).toBe(inCloud)
  expect(Math.abs(difference ?? Number.NaN)).toBeLessThanOrEqual(0.001)
  const label = table.getByRole('row').nth(2).getByRole('button').first()
  await label.click()
  await expect(page.getByRole('heading', { name: `Images with ${await label.textContent()}` })).toBeVisible()
  const compared = page.getByRole('list', { name: 'Images, those that differ most first' })
  await expect(compared.getByRole('img').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Cloud inference' }).click()
  await expect(page.getByRole('group', { name: 'Predictions by image' })).toBeVisible()
}
