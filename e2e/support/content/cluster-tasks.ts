import type { Page } from '@playwright/test'
import { taskEndpoints } from '../../../contract/src/tasks.ts'
import type { TaskCreate } from '../../../contract/src/tasks/creation.ts'
import type { Dataset } from '../../../contract/src/datasets.ts'
import type { Call } from '../server/client.ts'
import { expect } from '../story.ts'
import { choose } from './labeled.ts'

interface Training {
  name: string
  image: string
  pool: string
}

/** Tells the form of a pool to run a trial job, and sees it pass. */
export async function passTrial(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run a trial job' }).click()
  await expect(page.getByText(/^The trial job read a file, wrote one that is seen here/)).toBeVisible()
}

/** Trains on a dataset in a pool from the form to a model, and looks at its log and curves. */
export async function trainThere(page: Page, { id }: Dataset, { name, image, pool }: Training): Promise<void> {
  const form = page.getByRole('dialog')
  await page.goto(`/compute/tasks?create=true&dataset=${id}`)
  await form.getByLabel('Task name').fill(name)
  await choose(page, 'Training image', image)
  await choose(page, 'Resource pool', pool)
  await form.locator('summary', { hasText: 'Parameters' }).click()
  await form.getByLabel('Epochs', { exact: true }).fill('2')
  await form.getByLabel('Input size').fill('64')
  await form.getByRole('button', { name: 'Start training' }).click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible({ timeout: 180_000 })
  await expect(page.getByRole('link', { name: 'Open the model' })).toBeVisible()
  await page.getByRole('tab', { name: 'Log' }).click()
  await expect(page.getByText(/epoch 2/i).first()).toBeVisible()
}

/** Two instances, the first of which adds their ranks up over the network. */
export const addRanks = `if [ $RANK = 0 ]; then
  other=$(/bin/busybox nc -l -p $MASTER_PORT); echo "ranks of $WORLD_SIZE add up to $((RANK + other))"
else
  until echo $RANK | /bin/busybox nc $MASTER_ADDR $MASTER_PORT; do sleep 0.2; done
fi`

/** Starts a command in a pool, and opens its page. */
export async function startThere(page: Page, call: Call, order: TaskCreate): Promise<string> {
  const { id } = await call(taskEndpoints.createTask, { body: order })
  await page.goto(`/compute/taskdetail/${id}`)
  return id
}

/** Opens a terminal in the running task whose page is open, and types into it. */
export async function useTerminal(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await page.getByRole('button', { name: 'Open terminal' }).click()
  await expect(page.locator('main output').getByText('Connected', { exact: true })).toBeVisible()
  await page.keyboard.type('echo there $((6 * 7))')
  await page.keyboard.press('Enter')
  await expect(page.locator('.xterm-rows')).toContainText('there 42')
}

/** Stops the task whose page is open, after the question. */
export async function stopThere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible()
}
