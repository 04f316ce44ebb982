import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { accountEndpoints } from '../contract/src/accounts.ts'
import { peopleEndpoints } from '../contract/src/accounts/people.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { itemChangeEndpoints } from '../contract/src/datasets/changes.ts'
import type { ItemFilter } from '../contract/src/datasets/items.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { choose, labeledSample } from './support/content/labeled.ts'
import { type Call, createClient } from './support/server/client.ts'
import { enter, resting } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { studio } from './support/studio/studio.ts'

/** Six unlabeled pictures. */
async function floor(call: Call) {
  const { id: spaceId } = await call(sampleEndpoints.createSample, {
    body: { name: 'floor', count: 6, width: 320, height: 240, labeled: false },
  })
  while ((await call(spaceEndpoints.getSpace, { params: { spaceId } })).status !== 'success') await wait(50)
  const kind = { labelType: 'target-detection', format: 'coco', type: 'image' } as const
  const body = { name: 'floor', ...kind, spaceId, labels: [{ name: 'dirt' }, { name: 'cable' }] }
  const { id: datasetId } = await call(datasetEndpoints.createDataset, { body })
  while ((await call(datasetEndpoints.getDataset, { params: { datasetId } })).status !== 'success') await wait(50)
  return datasetId
}

test('R2.25 R2.36 images are shared out, labeled by whom they are assigned to, and reviewed by whom they wait for', async ({
  page,
  browser,
  server,
}) => {
  const call = createClient(server)
  const datasetId = await floor(call)
  const credentials = { username: 'ann', password: 'a password for ann' }
  await call(peopleEndpoints.createPerson, { body: credentials })
  const { token } = await call(accountEndpoints.login, { body: credentials })
  const context = await browser.newContext({ baseURL: server.address })
  const ann = await context.newPage()
  await enter(page, server)
  await enter(ann, { token })
  const count = async (query: ItemFilter) =>
    (await call(datasetEndpoints.countItems, { params: { datasetId }, query })).items
  const cells = (of: Page) => of.getByRole('listbox', { name: 'Images' }).getByRole('option')
  const address = `/data-set/list/file/${datasetId}`

  await test.step('a dataset is assigned, and says so in its header', async () => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Actions on floor' }).click()
    await page.getByRole('menuitem', { name: 'Assign' }).click()
    await choose(page, 'Assignee', 'ann')
    await choose(page, 'Reviewer', 'admin')
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
    await expect(page.getByRole('button', { name: 'ann labels admin reviews' })).toBeVisible()
    expect(await count({ assignee: 'ann', assignedReviewer: 'admin' })).toBe(6)
  })

  await test.step('all images are shared out evenly; each one finds their own', async () => {
    await cells(page).first().click()
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar').getByRole('button', { name: 'Assign', exact: true }).click()
    await resting(page)
    await page.getByRole('combobox', { name: 'Assignees' }).click()
    const people = page.locator('.ant-select-dropdown:visible')
    await people.getByTitle('ann', { exact: true }).click()
    await people.getByTitle('admin', { exact: true }).click()
    await page.getByRole('button', { name: 'Change 6 images' }).click()
    await expect.poll(() => count({ assignee: 'ann' })).toBe(3)
    await page.getByRole('button', { name: 'Clear the selection' }).click()
    await page.getByRole('button', { name: 'Mine: 3' }).click()
    await expect(page).toHaveURL(/assignee=admin/)
    await expect(cells(page)).toHaveCount(3)
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Assignee: admin')
    const body = { selection: { filter: {}, except: [] }, change: { assign: { assignees: [] } } }
    await call(itemChangeEndpoints.changeItems, { params: { datasetId }, body })
    expect(await count({ assignee: 'ann' })).toBe(6)
    // Changes by others appear without a reload.
    await expect(cells(page)).toHaveCount(0)
  })

  await test.step('the annotator is led from the welcome page through her images', async () => {
    await ann.goto('/welcome')
    const assigned = ann.getByRole('listitem').filter({ hasText: '6 images assigned to you' })
    await assigned.getByRole('link', { name: /^Label: / }).click()
    await expect(cells(ann)).toHaveCount(6)
    await ann.getByRole('button', { name: 'Start labeling' }).click()
    await studio(ann).saved()
    await expect(ann.getByText('Assignee: ann · Reviewer: admin')).toBeVisible()
    await ann.keyboard.press('Control+s')
    await expect.poll(() => count({ status: ['labeled'] })).toBe(1)
  })

  await test.step('the reviewer returns an image with a comment, which the annotator sees and answers', async () => {
    await page.goto(address)
    await page.getByRole('button', { name: 'To review: 1' }).click()
    await expect(cells(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Continue labeling' }).click()
    await expect(page.getByRole('button', { name: 'Accept' })).toBeEnabled()
    await page.keyboard.press('Alt+n')
    await page.getByLabel('What to correct').fill('The corner is dirty')
    await page.keyboard.press('Alt+n')
    await expect.poll(() => count({ status: ['rejected'] })).toBe(1)

    // The notice is in her bell with a link to the image.
    await ann.goto('/welcome')
    await ann.getByRole('button', { name: /^Notifications.*2 notices about your images/ }).click()
    const notices = ann.getByRole('list', { name: 'Your images' })
    await expect(notices).toContainText('admin gave you the dataset to label')
    await expect(notices).toContainText('The corner is dirty')
    await notices.getByRole('link', { name: /admin sent 1 image back/ }).click()
    await expect(ann).toHaveURL(/\/annotate\//)
    await expect(ann.getByRole('button', { name: /notices? about your images/ })).toHaveCount(0)
    await expect(ann.getByText('Rejected by admin: to be labeled again')).toBeVisible()
    await expect(ann.getByText('The corner is dirty', { exact: true })).toBeVisible()
    await studio(ann).saved()
    await studio(ann).draw({ width: 320, height: 240 }, 0, { x: 40, y: 40, width: 60, height: 50 })
    // A digit after drawing is for the next box.
    await ann.keyboard.press('2')
    await expect(studio(ann).shapes.last().getByRole('button', { name: /^dirt/ })).toBeVisible()
    await ann.keyboard.press('Control+s')
    await expect.poll(() => count({ status: ['labeled'] })).toBe(1)
    // With a reviewer, the assignee cannot accept their own image.
    await ann.goto(`${address}?status=labeled`)
    await ann.getByRole('button', { name: 'Continue labeling' }).click()
    const accept = ann.getByTitle('admin reviews this image: you label it, so you do not accept it')
    await expect(accept).toHaveAttribute('aria-disabled', 'true')
    await accept.click({ force: true })
    await expect(ann.getByText('admin reviews this image')).toBeVisible()
    expect(await count({ status: ['labeled'] })).toBe(1)
  })

  await test.step('what was accepted and is changed waits for its review again', async () => {
    await page.goto(`${address}?assignedReviewer=admin&status=labeled`)
    await page.getByRole('button', { name: 'Continue labeling' }).click()
    await expect(page.getByText('Changed since admin reviewed it: it waits for a review again')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accept' })).toBeEnabled()
    await page.keyboard.press('Alt+y')
    await expect.poll(() => count({ status: ['reviewed'] })).toBe(1)
  })

  await test.step('where nothing is left to label, the first button reviews what waits', async () => {
    const { id } = await labeledSample(call, 3, { name: 'yard' })
    const body = { selection: { filter: {}, except: [] }, change: { assign: { assignedReviewer: 'admin' } } }
    await call(itemChangeEndpoints.changeItems, { params: { datasetId: id }, body })
    await page.goto(`/data-set/list/file/${id}?tab=report`)
    await expect(page.getByRole('button', { name: /^(Start|Continue) labeling$/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Review 3' }).click()
    await expect(page.getByRole('button', { name: 'Accept' })).toBeEnabled()
    await page.keyboard.press('Alt+y')
    const reviewed = { params: { datasetId: id }, query: { status: ['reviewed' as const] } }
    await expect.poll(async () => (await call(datasetEndpoints.countItems, reviewed)).items).toBe(1)
    await page.goto(`/data-set/list/file/${id}`)
    await expect(page.getByRole('button', { name: 'Review 2' })).toBeVisible()
  })

  await test.step('the list of datasets says who, and finds where images wait', async () => {
    await ann.goto('/data-set/list')
    await ann.getByRole('button', { name: 'Mine: 5' }).click()
    await expect(ann).toHaveURL(/assignee=ann&waiting=yes/)
    await expect(ann.getByRole('row', { name: /floor/ })).toContainText('Assignee: ann')
    await ann.goto('/data-set/list?assignedReviewer=ann')
    await expect(ann.getByText('No dataset matches')).toBeVisible()
  })

  await test.step('who deletes it is told whose work it is; the trash has it, and gives it back or lets it go', async () => {
    const remove = async () => {
      await page.goto(address)
      await page.getByRole('button', { name: 'Actions on floor' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const question = page.getByRole('dialog', { name: 'Delete the dataset floor?' })
      await expect(question).toContainText('In it is the work of others: ann (1 image).')
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('floor is in the trash')).toBeVisible()
    }
    await remove()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row', { name: /floor/ })).toBeVisible()
    await remove()
    await ann.goto(address)
    await expect(ann.getByText('Not found')).toBeVisible()
    await ann.getByRole('link', { name: 'Look in the trash' }).click()
    await expect(ann.getByRole('row', { name: /floor/ })).toBeVisible()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search, go to, or run a command' })
    await palette.getByRole('combobox').fill('trash')
    await palette.getByRole('option', { name: 'Settings: Trash' }).click()
    const row = page.getByRole('row', { name: /floor/ })
    await expect(row).toContainText('ann (1 image)')
    await expect(row).toContainText('30 days left')
    await row.getByRole('button', { name: 'Restore floor' }).click()
    await expect(page.getByText('No deleted datasets')).toBeVisible()
    await remove()
    await page.goto('/settings/trash')
    await row.getByRole('button', { name: 'Actions on floor' }).click()
    await page.getByRole('menuitem', { name: 'Delete for good' }).click()
    const question = page.getByRole('dialog', { name: 'Delete floor for good?' })
    await expect(question).toContainText('This is the work of ann (1 image).')
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await expect(page.getByText('No deleted datasets')).toBeVisible()
    await page.getByRole('tab', { name: 'Files' }).click()
    await expect(page.getByText('No deleted files')).toBeVisible()
    await page.getByRole('tab', { name: 'Data spaces' }).click()
    await expect(page.getByText('No data space was deleted')).toBeVisible()
  })
  await context.close()
})
