import type { Page } from '@playwright/test'
import { createClient } from './support/server/client.ts'
import { labeledSample } from './support/content/labeled.ts'
import { enter } from './support/screen/screen.ts'
import { findViolations } from './support/screen/violations.ts'
import { expect, test } from './support/story.ts'

const form = (page: Page) => page.getByRole('dialog')

test('R3.02 the form says what a network begins with, shows training images as its parameters change them, and proposes an input size', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const dataset = await labeledSample(call, 4)
  await enter(page, server)
  await page.goto(`/compute/tasks?create=true&dataset=${dataset.id}&image=vermilion/d-fine`)
  await expect(form(page).getByText('Training begins from nothing, without pretrained weights')).toBeVisible()
  await form(page).getByText('Parameters', { exact: true }).click()
  const pictures = form(page).getByRole('figure').getByRole('img')
  await expect(pictures).toHaveCount(4)
  await expect
    .poll(() => pictures.first().evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0)
  const styles = () => pictures.evaluateAll((all) => all.map((picture) => picture.getAttribute('style')))
  const previous = await styles()
  expect(new Set(previous).size).toBe(4)
  await form(page).getByRole('button', { name: 'Show others' }).click()
  await expect.poll(styles).not.toEqual(previous)
  for (const name of ['Zoom', 'Change of colour']) {
    await form(page).getByLabel(name, { exact: true }).fill('0')
    await page.keyboard.press('Tab')
  }
  await expect.poll(async () => new Set(await styles()).size).toBe(1)
  expect(await findViolations(page)).toEqual([])

  // The objects of the sample are too small for the usual input of the starter.
  await page.goto(`/compute/tasks?create=true&dataset=${dataset.id}`)
  const proposal = form(page).getByRole('button', { name: /^Use \d+$/ })
  const size = (await proposal.textContent())?.replace('Use ', '') ?? ''
  await proposal.click()
  await expect(proposal).toHaveCount(0)
  await form(page).getByText('Parameters', { exact: true }).click()
  await expect(form(page).getByLabel('Input size', { exact: true })).toHaveValue(size)
})
