import { accountEndpoints } from '../contract/src/accounts.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { putFiles } from './support/content/put-files.ts'
import { createClient } from './support/server/client.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { findViolations } from './support/screen/violations.ts'

/** Two steps of `train/loss`, as TensorFlow's writer of event files has written them. */
const eventFile =
  'GAAAAAAAAACjf0siCQCqMrnFwNpBGg1icmFpbi5FdmVudDoyPRt2xCAAAAAAAAAAKe2pUAkAAEBA/FTZQRAKKhMKEQoK' +
  'dHJhaW4vbG9zcxUAAIA/IPfL/SAAAAAAAAAAKe2pUAkAAIBA/FTZQRAUKhMKEQoKdHJhaW4vbG9zcxUAAAA/8c1sIQ=='

test(
  'R2.22 a training on another machine is followed: how it is set up, its row, its curves, and silence that is no failure',
  { tag: '@second' },
  async ({ page, server }) => {
    const call = createClient(server)
    const body = { name: 'workstation', expiresAt: null }
    const { secret } = await call(accountEndpoints.createAccessToken, { body })
    const post = async (path: string, message: object) => {
      const response = await fetch(`${server.address}/api/2.0/mlflow/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(message),
      })
      expect(response.status).toBe(200)
      return (await response.json()) as { run: { info: { run_id: string } } }
    }
    const begin = async (run_name: string, tags: Record<string, string>) => {
      const pairs = Object.entries(tags).map(([key, value]) => ({ key, value }))
      return (await post('runs/create', { run_name, user_id: 'mei', tags: pairs })).run.info.run_id
    }
    await prefer(page)
    await enter(page, server)

    await test.step('an empty list says how it is set up, with the address of this server', async () => {
      await page.goto('/compute/tasks')
      await page.getByRole('link', { name: 'External', exact: true }).click()
      await expect(page.getByText('Follow a training on another machine')).toBeVisible()
      await expect(page.getByText(`export MLFLOW_TRACKING_URI=${server.address}`)).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await expect(page.getByRole('link', { name: 'Make an access token' })).toHaveAttribute(
        'href',
        '/settings/account',
      )
    })

    const run_id = await begin('Bold Cat 7', { host: 'workstation-3' })
    await begin('fold 1', { 'mlflow.parentRunId': run_id, host: 'workstation-3' })
    await test.step('a run is there as soon as it begins', async () => {
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Bold Cat 7' }) })
      await expect(row).toContainText(/workstation-3 · Default.*Last heard from/)
      await expect(row).toContainText('Running')
      await expect(page.getByRole('row').filter({ hasText: 'fold 1' })).toContainText('nested in Bold Cat 7')
      await row.getByRole('link').click()
    })

    await test.step('its page has its curves, parameters and files, and nothing that it cannot have', async () => {
      await expect(page.getByRole('heading', { name: 'Bold Cat 7' })).toBeVisible()
      const metrics = Array.from({ length: 40 }, (_, step) => ({
        key: 'val/loss',
        value: 1 / (step + 1),
        timestamp: Date.now(),
        step,
      }))
      await post('runs/log-batch', { run_id, metrics, params: [{ key: 'depth', value: '18' }], tags: [] })
      expect(await page.getByRole('tab').allTextContents()).toEqual(['Overview', 'Metrics', 'Training result'])
      await expect(page.getByText('1 nested run')).toBeVisible()
      await expect(page.getByRole('link', { name: 'fold 1' })).toBeVisible()
      await expect(page.getByRole('definition').filter({ hasText: 'mei' })).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await page.getByRole('tab', { name: 'Metrics' }).click()
      await expect(page.getByRole('slider', { name: 'Validation losses' })).toHaveAttribute('data-drawn', 'true')
      await expect(page.getByText('depth')).toBeVisible()
    })

    await test.step('one that says nothing has not failed', async () => {
      await page.clock.setSystemTime(Date.now() + 15 * 60_000)
      await expect(page.getByText(/Not heard from since/)).toBeVisible()
      await expect(page.getByText('Running', { exact: true }).first()).toBeVisible()
    })

    await test.step('somebody marks it as stopped, its program says otherwise', async () => {
      await page.getByRole('button', { name: 'Mark as stopped' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as stopped' }).click()
      await expect(page.getByText(/Stopped by/).first()).toBeVisible()
      await page.getByRole('button', { name: 'Actions on Bold Cat 7' }).click()
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Delete'])
      await page.keyboard.press('Escape')
      await post('runs/update', { run_id, status: 'FINISHED' })
      await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
    })

    await test.step('event files of a data space are opened as runs', async () => {
      const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'logs', path: 'logs' } })
      const files = { 'floors/run 9/events.out.tfevents.1.machine': Buffer.from(eventFile, 'base64') }
      await putFiles(server, spaceId, files)
      await page.goto(`/space/list/file/${spaceId}?folder=floors`)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Open TensorBoard runs' }).click()
      await expect(page.getByText('1 run opened')).toBeVisible()
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'run 9' }) })
      await expect(row).toContainText('logs/floors/run 9')
    })
  },
)
