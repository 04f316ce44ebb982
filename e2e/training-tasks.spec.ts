import type { Page } from '@playwright/test'
import { createClient } from './support/server/client.ts'
import { choose, labeledSample } from './support/content/labeled.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

const form = (page: Page) => page.getByRole('dialog')
const start = (page: Page) => form(page).getByRole('button', { name: 'Start training' })
const unfold = (page: Page, section: string) => form(page).getByText(section, { exact: true }).click()
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('R3.02 R4.01 R4.07 R4.08 R5.02 tasks are made from the form and from one another, wait in pools, and are stopped together', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const dataset = await labeledSample(call, 4)
  await enter(page, server)
  await page.goto('/welcome')

  await test.step('R5.02 what is missing is said at its field, and opens the part that it stands in', async () => {
    await page.goto(`/compute/tasks?create=true&dataset=${dataset.id}`)
    await form(page).getByLabel('Task name').fill('first-sleep')
    await unfold(page, 'Command and environment')
    await form(page).getByLabel('A command of my own, not that of the image').check()
    await form(page).getByLabel('Output path').fill('/data-4')
    const add = form(page).getByRole('button', { name: 'Add a data source' })
    await add.click()
    await add.click()
    await form(page).getByRole('button', { name: 'Remove data source 2' }).click()
    await add.click()
    await add.click()
    // A used path is not proposed again, nor is the output path.
    for (const [at, path] of ['/data', '/data-3', '/data-2', '/data-5'].entries()) {
      await expect(form(page).getByLabel('Mount path').nth(at)).toHaveValue(path)
    }
    for (const at of [4, 3, 2]) {
      await form(page)
        .getByRole('button', { name: `Remove data source ${at}` })
        .click()
    }
    await form(page).getByLabel('Mount path').fill('')
    await form(page).getByLabel('Output path').fill('')
    await unfold(page, 'Command and environment')
    await start(page).click()
    for (const words of [
      'Please enter a mount path such as /data',
      'Please enter an output path such as /output',
      'Please enter the execution command',
    ]) {
      await expect(form(page).getByText(words)).toBeVisible()
    }
  })

  await test.step('what was typed outlives a reload, but not a secret; what the server refuses stands at its field', async () => {
    await form(page).getByLabel('Mount path').fill('/output/data')
    await form(page).getByLabel('Output path').fill('/output')
    await form(page).getByLabel('Execution command').fill('/bin/sh -c "echo level $LEVEL; sleep 600"')
    await form(page).getByRole('button', { name: 'Add a variable' }).click()
    await form(page).getByLabel('Environment variables: Name 1').fill('LEVEL')
    await form(page).getByLabel('Environment variables: Value 1').fill('three')
    await form(page).getByRole('button', { name: 'Add a secret' }).click()
    await form(page).getByLabel('Secrets: Name 1').fill('PASSWORD')
    await form(page).getByLabel('Secrets: Value 1').fill('hush-hush')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('hush-hush')
    await page.reload()
    await expect(form(page).getByLabel('Task name')).toHaveValue('first-sleep')
    await unfold(page, 'Command and environment')
    await expect(form(page).getByLabel('Environment variables: Value 1')).toHaveValue('three')
    await expect(form(page).getByLabel('Secrets: Name 1')).toHaveCount(0)
    await start(page).click()
    await expect(form(page).getByText('mount paths and output path lie apart from each other')).toBeVisible()
    await form(page).getByLabel('Mount path').fill('/data')
    await form(page).getByRole('button', { name: 'Add a data source' }).click()
    await choose(page, 'Kind of data source 2', 'Folder')
    await form(page).getByLabel('Folder of the server').fill('/etc')
    await start(page).click()
    await expect(form(page).getByLabel('Folder of the server')).toHaveAttribute('aria-invalid', 'true')
    await form(page).getByRole('button', { name: 'Remove data source 2' }).click()
    await start(page).click()
    await expect(page).toHaveURL(/\/compute\/taskdetail\//)
    await expect(page.getByText('Running', { exact: true }).first()).toBeVisible()
    await openConfiguration(page)
    await expect(page.getByText('LEVEL=three')).toBeVisible()
  })

  await test.step('R3.02 one like it waits, tells its turn, and takes another priority', async () => {
    await page.getByRole('button', { name: 'Actions on first-sleep' }).click()
    await page.route('**/tasks/*/order', (route) => route.abort())
    await page.getByRole('menuitem', { name: 'Create one like it' }).click()
    await expect(form(page).getByText('What the earlier task asked for could not be read')).toBeVisible()
    await page.unroute('**/tasks/*/order')
    await form(page).getByRole('button', { name: 'Try again' }).click()
    await expect(form(page).getByLabel('Task name')).toHaveValue('first-sleep-copy')
    await expect(form(page).getByLabel('Execution command')).toHaveValue(/sleep 600/)
    await unfold(page, 'Resources and instances')
    const count = form(page).getByLabel('Instances of role 1')
    await count.press('Backspace')
    await expect(count).toHaveValue('')
    await count.press('3')
    await expect(count).toHaveValue('3')
    await expect(form(page).getByText('Instances × chips: 3 × 1 = 3 processes.')).toBeVisible()
    await count.fill('')
    await count.blur()
    await expect(count).toHaveValue('3')
    await count.fill('1')
    await start(page).click()
    await expect(page.getByText('No. 1 in the queue')).toBeVisible()
    await page.route('**/api/v1/pools', (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Actions on first-sleep-copy' }).click()
    await page.getByRole('menuitem', { name: 'Change priority or pool' }).click()
    await expect(form(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/api/v1/pools')
    await form(page).getByRole('button', { name: 'Try again' }).click()
    await expect(form(page).getByText(/1 of 1 running/)).toBeVisible()
    await form(page).getByLabel('Priority').fill('70')
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Task updated')).toBeVisible()
    await openConfiguration(page)
    await expect(page.getByText('70', { exact: true })).toBeVisible()
  })

  await test.step('a new one is proposed on what was trained on last, and is named after it', async () => {
    await page.goto('/compute/tasks?create=true')
    await expect(form(page).getByLabel('Task name')).toHaveValue(new RegExp(`^${dataset.name}`))
    await expect(form(page).getByText(dataset.name, { exact: true })).toBeVisible()
    // An earlier task holds the pool's only slot.
    await expect(form(page).getByText('Waits for its turn, 1 task before it')).toBeVisible()
  })

  await test.step('a pool says what runs and waits, and a new one which address it cannot use', async () => {
    await page.goto('/compute/tasks')
    await page.getByRole('link', { name: 'Resource pools' }).click()
    await expect(rowOf(page, 'This machine')).toContainText(/local.*Ready.*1 \/ 1.*1/)
    await page.getByRole('button', { name: 'Add a resource pool' }).click()
    await form(page).getByLabel('Pool name').fill('lab')
    await form(page).getByLabel('Address', { exact: true }).fill('ssh://lab')
    await form(page).getByRole('button', { name: 'Add a resource pool' }).click()
    await expect(form(page).getByText(/an engine is not reached by ssh/)).toBeVisible()
    await form(page).getByLabel('Address', { exact: true }).fill('unix:///nowhere.sock')
    await form(page).getByRole('button', { name: 'Test', exact: true }).click()
    await expect(form(page).getByText(/^There is no socket at its address/)).toBeVisible()
    await form(page).getByRole('button', { name: 'Add a resource pool' }).click()
    await expect(rowOf(page, 'lab')).toContainText('Unreachable')
    const why = page.getByText(/^There is no socket at its address\. Start the engine.*nowhere\.sock\)$/)
    for (const width of [1280, 1024, 360]) {
      await page.setViewportSize({ width, height: 800 })
      // The whole sentence stands in its row.
      await expect
        .poll(() => why.evaluate(({ parentElement: line }) => (line?.scrollWidth ?? 0) - (line?.clientWidth ?? -1)))
        .toBe(0)
      await expect(why).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('button', { name: 'Actions on lab' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await form(page).getByRole('button', { name: 'Delete' }).click()
    await expect(rowOf(page, 'lab')).toHaveCount(0)
  })

  await test.step('R2.06 tasks are narrowed to those that one account created, in the address', async () => {
    await page.goto('/compute/tasks')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Creator' }).selectOption('admin')
    await expect(page).toHaveURL(/creator=admin/)
    await expect(page.getByRole('link', { name: 'first-sleep', exact: true })).toBeVisible()
    await page.goto('/compute/tasks?creator=nobody')
    await expect(page.getByText('No task matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).first().click()
    await expect(page.getByRole('link', { name: 'first-sleep-copy' })).toBeVisible()
  })

  await test.step('R4.01 R4.07 both are stopped at once, after a question', async () => {
    await page.goto('/compute/tasks')
    await expect(page.getByRole('link', { name: 'first-sleep-copy' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(form(page).getByText('Stop 2 tasks?')).toBeVisible()
    await form(page).getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByRole('cell', { name: 'Stopped', exact: true })).toHaveCount(2)
  })

  await test.step('R4.01 where all that are chosen have ended none is offered to be stopped, and it says why', async () => {
    await page.goto('/compute/tasks')
    await expect(page.getByRole('link', { name: 'first-sleep-copy' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const stop = page.getByRole('button', { name: 'Stop', exact: true })
    await expect(stop).toHaveAttribute('aria-disabled', 'true')
    await stop.click({ force: true })
    await expect(page.getByRole('tooltip')).toHaveText('All of them have ended already.')
    await expect(form(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeEnabled()
  })

  await test.step('a task that fails says why, with its last lines, and is run again', async () => {
    await page.goto(`/compute/tasks?create=true&dataset=${dataset.id}`)
    await form(page).getByLabel('Task name').fill('broken')
    await unfold(page, 'Command and environment')
    await form(page).getByLabel('A command of my own, not that of the image').check()
    await form(page)
      .getByLabel('Execution command')
      .fill(`sh -c 'echo "cannot open /nowhere: No such file or directory"; exit 3'`)
    await start(page).click()
    const why = page.getByRole('region', { name: 'Why it failed' })
    await expect(why).toContainText('/nowhere')
    await expect(why).toContainText('What it wrote last')
    const previousUrl = page.url()
    await page.getByRole('button', { name: 'Actions on broken' }).click()
    await page.getByRole('menuitem', { name: 'Run again' }).click()
    await expect(page).not.toHaveURL(previousUrl)
    await page.getByRole('tab', { name: 'Basic info' }).click()
    await expect(page.getByRole('link', { name: 'The earlier task' })).toBeVisible()
  })

  await test.step('R2.06 before tasks are deleted the question says what that frees', async () => {
    await page.goto('/compute/tasks?search=first-sleep')
    await expect(page.getByRole('link', { name: 'first-sleep-copy' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(form(page)).toContainText(
      /This frees [\d.]+ (KiB|MiB) on the disk: results .+, logs .+, copies of its data .+\./,
    )
    await form(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('2 tasks deleted')).toBeVisible()
  })
})

/** The configuration is collapsed by default. */
async function openConfiguration(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Basic info' }).click()
  await page.getByText('Basic configuration', { exact: true }).click()
}
