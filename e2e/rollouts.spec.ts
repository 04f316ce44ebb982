import { spaceEndpoints } from '../contract/src/spaces.ts'
import { scriptArchive } from '../server/src/areas/rollouts/testing/script-archive.ts'
import { choose } from './support/content/labeled.ts'
import { putFiles } from './support/content/put-files.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { expect, test } from './support/story.ts'

test('R2.20 an artifact comes from a data space too, what is said of it can be changed, and the form of a rollout refuses what is no software set', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'updates', path: 'updates' } })
  await putFiles(server, spaceId, { 'gate.tar.gz': await scriptArchive({ name: 'gate-app', version: '3.0' }) })
  await prefer(page)
  await enter(page, server)
  await page.goto('/board/artifacts?add=true')
  const form = page.getByRole('dialog', { name: 'Add artifact' })
  await choose(page, 'From', 'Data space')
  await choose(page, 'Data space', 'updates')
  await choose(page, 'File', 'gate.tar.gz')
  await form.getByRole('button', { name: 'Add artifact' }).click()
  const row = page.getByRole('row', { name: /gate-app 3\.0/ })
  await expect(row).toContainText('Script archive')
  await page.getByRole('button', { name: 'Actions on gate-app 3.0' }).click()
  await page.getByRole('menuitem', { name: 'Edit notes' }).click()
  await page.getByRole('dialog', { name: 'Notes of gate-app 3.0' }).getByLabel('Notes').fill('opens earlier')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('opens earlier')

  await row.getByRole('button', { name: 'Roll out', exact: true }).click()
  const rollout = page.getByRole('dialog', { name: 'Create rollout' })
  const proposedName = /^gate-app 3\.0 \d\d-\d\d \d\d:\d\d$/
  await expect(rollout.getByLabel('Name', { exact: true })).toHaveValue(proposedName)
  await page.goto('/board/rollouts?create=true')
  await expect(rollout).toContainText('gate-app 3.0 · Script archive')
  await expect(rollout.getByLabel('Name', { exact: true })).toHaveValue(proposedName)
  await rollout.getByText('More settings').click()
  const software = rollout.getByLabel('Software set (SWUpdate)')
  await software.fill('stable;copy2')
  await expect(rollout.getByText(/^Please enter a set/)).toBeVisible()
  await software.fill('stable,copy2')
  await expect(rollout.getByText(/^Please enter a set/)).toBeHidden()
})
