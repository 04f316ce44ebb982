import type { Page } from '@playwright/test'
import type { Seed } from './seed.ts'

export interface Screen {
  /** Also the file's name. */
  readonly name: string
  readonly path: (seed: Seed) => string
  readonly signedOut?: true
  /** Opens something on the page, by keys and positions that are equal in all languages. */
  readonly open?: (page: Page) => Promise<void>
  /** The opened element stays on all following pages. */
  readonly stays?: true
  /** Also copied to docs/screenshots for the README. */
  readonly inReadme?: true
}

/** Opens a global panel by its keys and waits for it. */
async function openBy(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys)
  await page.getByRole('dialog').waitFor()
}

async function previewFirst(page: Page): Promise<void> {
  await page.getByRole('option').first().click()
  await openBy(page, ' ')
}

const generationPath = ({ generation: { id, spaceId } }: Seed) => `/space/list/file/${spaceId}/generations/${id}`

const standardsPath = ({ evaluation: { spaceId } }: Seed) => `/space/list/file/${spaceId}/evaluations?standards=true`

/** Presses a button of the drawer and waits for the drawer above. */
const openAbove = (button: string) => async (page: Page) => {
  await page.getByRole('dialog').locator(button).first().click()
  await page.getByRole('dialog').nth(1).waitFor()
}

const evaluationPath = ({ evaluation: { id, spaceId } }: Seed) => `/space/list/file/${spaceId}/evaluations/${id}`

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('option').first().click()
  await page.getByRole('dialog').waitFor()
}

/** Selects the imported workflow after the built-in one, and opens its slots. */
async function openSlots(page: Page): Promise<void> {
  const field = page.locator('.ant-form-item', { has: page.locator('#workflow') })
  await page.locator('[id$=seed]').waitFor()
  await page.locator('#workflow').press('ArrowDown')
  await page.locator('#workflow').press('ArrowDown')
  await page.locator('#workflow').press('Enter')
  await field.locator('button').nth(1).waitFor()
  await field.locator('button').first().click()
  await page.locator('#slots_output').waitFor()
  // Shown below the slots once the server has responded.
  await page.locator('.ant-drawer section li').first().waitFor()
}

/** Pages before and after sign-in, of spaces and files. */
export const spacePages: readonly Screen[] = [
  { name: 'login', path: () => '/login', signedOut: true },
  { name: 'welcome', path: () => '/welcome', inReadme: true },
  { name: 'spaces', path: () => '/space/list' },
  { name: 'space-form', path: () => '/space/list?create=true' },
  { name: 'spaces-none-found', path: () => '/space/list?search=nothing-has-this-name' },
  { name: 'files', path: ({ space }) => `/space/list/file/${space.id}`, inReadme: true },
  { name: 'files-table', path: ({ space }) => `/space/list/file/${space.id}?view=table` },
  { name: 'files-gallery', path: ({ space }) => `/space/list/file/${space.id}?view=gallery` },
  { name: 'trash', path: ({ space }) => `/space/list/file/${space.id}?trash=true` },
  { name: 'preview', path: ({ space }) => `/space/list/file/${space.id}`, open: previewFirst },
  { name: 'space-report', path: ({ space }) => `/space/list/file/${space.id}/report` },
  { name: 'deleted-spaces', path: () => '/space/list?deleted=true' },
]

export const datasetPages: readonly Screen[] = [
  { name: 'generations', path: ({ generation }) => `/space/list/file/${generation.spaceId}/generations` },
  {
    name: 'generation-form',
    path: ({ generation }) => `/space/list/file/${generation.spaceId}/generations?create=true`,
    // The workflow's capabilities arrive after the form.
    open: (page) => page.locator('[id$=seed]').waitFor(),
  },
  {
    name: 'workflow-slots',
    path: ({ generation }) => `/space/list/file/${generation.spaceId}/generations?create=true`,
    open: openSlots,
  },
  { name: 'generation', path: generationPath },
  { name: 'generation-config', path: (seed) => `${generationPath(seed)}?tab=config` },
  { name: 'generated-image', path: generationPath, open: openFirst },
  { name: 'evaluations', path: ({ evaluation }) => `/space/list/file/${evaluation.spaceId}/evaluations` },
  { name: 'evaluation-form', path: ({ evaluation }) => `/space/list/file/${evaluation.spaceId}/evaluations?create=true` },
  { name: 'standards', path: standardsPath },
  { name: 'standard', path: standardsPath, open: openAbove('tbody button') },
  { name: 'standard-form', path: standardsPath, open: openAbove('tbody tr:last-child button') },
  { name: 'evaluation', path: evaluationPath },
  { name: 'evaluation-images', path: (seed) => `${evaluationPath(seed)}?tab=images` },
  { name: 'datasets', path: () => '/data-set/list' },
  { name: 'dataset-form', path: () => '/data-set/list?create=true' },
  { name: 'image-search', path: () => '/data-set/search' },
  { name: 'image-search-results', path: ({ item }) => `/data-set/search?mode=image&file=${item.fileId}` },
  { name: 'images', path: ({ dataset }) => `/data-set/list/file/${dataset.id}` },
  { name: 'dataset-report', path: ({ dataset }) => `/data-set/list/file/${dataset.id}?tab=report` },
  { name: 'dataset-likeness', path: ({ dataset }) => `/data-set/list/file/${dataset.id}?tab=likeness` },
  {
    name: 'dataset-classify',
    path: ({ classes }) => `/data-set/list/file/${classes.id}?tab=classify`,
    // Keys work once an image has the frame.
    open: (page) => page.locator('main fieldset button:focus').waitFor(),
  },
  { name: 'dataset-trainings', path: ({ dataset }) => `/data-set/list/file/${dataset.id}?tab=trainings` },
  { name: 'auto-labels', path: ({ dataset }) => `/data-set/list/file/${dataset.id}/auto-label` },
  {
    name: 'auto-label-form',
    path: ({ dataset }) => `/data-set/list/file/${dataset.id}/auto-label?create=true`,
  },
  { name: 'label-errors', path: ({ dataset }) => `/data-set/list/file/${dataset.id}/label-errors` },
  {
    name: 'label-errors-form',
    path: ({ dataset }) => `/data-set/list/file/${dataset.id}/label-errors?create=true`,
  },
  { name: 'dataset-versions', path: ({ dataset }) => `/data-set/list/file/${dataset.id}?tab=versions` },
  {
    name: 'studio',
    path: ({ dataset, item }) => `/data-set/list/file/${dataset.id}/annotate/${item.id}`,
    inReadme: true,
  },
]

export const dataPages: readonly Screen[] = [...spacePages, ...datasetPages]

export const settingsPages: readonly Screen[] = [
  { name: 'settings-general', path: () => '/settings/common' },
  { name: 'settings-appearance', path: () => '/settings/appearance' },
  { name: 'settings-account', path: () => '/settings/account' },
  { name: 'settings-accounts', path: () => '/settings/accounts' },
  { name: 'settings-services', path: () => '/settings/services' },
  { name: 'settings-assist', path: () => '/settings/assist-models' },
  { name: 'settings-trash', path: () => '/settings/trash' },
  { name: 'settings-health', path: () => '/settings/health' },
  { name: 'settings-about', path: () => '/settings/about' },
  { name: 'audit', path: () => '/audit' },
]

export const computePages: readonly Screen[] = [
  { name: 'tasks', path: () => '/compute/tasks' },
  { name: 'training-form', path: () => '/compute/tasks?create=true' },
  { name: 'sweeps', path: () => '/compute/sweeps' },
  { name: 'pools', path: () => '/compute/pools' },
  { name: 'pool-form', path: () => '/compute/pools?create=true' },
  { name: 'training-images', path: () => '/compute/images' },
  { name: 'training-image-form', path: () => '/compute/images?create=true' },
  { name: 'task', path: ({ training }) => `/compute/taskdetail/${training.id}` },
  { name: 'training-result', path: ({ training }) => `/compute/taskdetail/${training.id}?tab=result`, inReadme: true },
  { name: 'training-metrics', path: ({ training }) => `/compute/taskdetail/${training.id}?tab=metrics` },
  { name: 'training-log', path: ({ training }) => `/compute/taskdetail/${training.id}?tab=log` },
  { name: 'inference', path: ({ inference }) => `/compute/taskdetail/${inference.id}?tab=report`, inReadme: true },
  { name: 'models', path: () => '/model/list' },
  { name: 'model', path: ({ model }) => `/model/list/model/${model.id}` },
  { name: 'model-evaluation', path: ({ model }) => `/model/list/model/${model.id}?tab=evaluation` },
  { name: 'model-playground', path: ({ model }) => `/model/list/model/${model.id}/try` },
  { name: 'model-compare', path: ({ model }) => `/model/compare?models=${model.id}` },
  { name: 'model-form', path: () => '/model/list?add=true' },
  { name: 'inference-form', path: ({ model }) => `/model/list/model/${model.id}?run=true` },
  { name: 'palette', path: () => '/welcome', open: (page) => openBy(page, 'Control+k') },
  {
    name: 'assistant',
    path: ({ training }) => `/compute/taskdetail/${training.id}`,
    stays: true,
    async open(page) {
      await page.locator('[aria-controls=assistant]').click()
      await page.locator('aside textarea').waitFor()
    },
  },
  { name: 'shortcuts', path: () => '/welcome', open: (page) => openBy(page, '?') },
  { name: 'fine-tunings', path: () => '/fineTuning/tasks' },
  { name: 'fine-tuning-form', path: ({ space }) => `/fineTuning/tasks?create=true&space=${space.id}` },
  { name: 'fine-tuning', path: ({ fineTuning }) => `/compute/taskdetail/${fineTuning.id}` },
  { name: 'captions', path: ({ generation }) => `/fineTuning/captions?space=${generation.spaceId}` },
  { name: 'lora', path: ({ fineTuning }) => `/model/list/model/${fineTuning.modelId}` },
  { name: 'not-found', path: () => '/no/such/page' },
]

const devicePath = ({ device }: Seed) => `/board/list/device/${device.id}`

export const resourcePages: readonly Screen[] = [
  { name: 'resource-compute', path: () => '/resource' },
  { name: 'resource-table', path: () => '/resource?view=table' },
  { name: 'resource-network', path: () => '/resource?tab=network' },
  { name: 'resource-allocation', path: () => '/resource?tab=allocation' },
  { name: 'resource-storage', path: () => '/resource?tab=storage' },
  { name: 'resource-alerts', path: () => '/resource?tab=alerts' },
  {
    name: 'alerts',
    path: () => '/resource',
    async open(page) {
      await page.locator('header button:has(.anticon-bell)').click()
      await page.locator('.ant-popover a[href*="tab=alerts"]').waitFor()
    },
  },
]

export const devicePages: readonly Screen[] = [
  { name: 'devices', path: () => '/board/list' },
  { name: 'devices-table', path: () => '/board/list?layout=table' },
  { name: 'device-form', path: () => '/board/list?create=true' },
  { name: 'device-import', path: () => '/board/list?import=true' },
  { name: 'device', path: devicePath },
  { name: 'device-history', path: (seed) => `${devicePath(seed)}?tab=history&range=1h` },
  {
    name: 'device-system',
    path: (seed) => `${devicePath(seed)}?tab=system`,
    open: (page) => page.locator('main table tbody tr, main [role=row]').nth(1).waitFor(),
  },
  { name: 'device-terminal', path: (seed) => `${devicePath(seed)}?tab=terminal` },
  { name: 'device-commands', path: () => '/board/list/commands' },
  { name: 'device-log', path: (seed) => `${devicePath(seed)}?tab=log` },
  { name: 'device-updates', path: (seed) => `${devicePath(seed)}?tab=updates` },
]

export const rolloutPages: readonly Screen[] = [
  { name: 'rollouts', path: () => '/board/rollouts' },
  { name: 'rollout-form', path: () => '/board/rollouts?create=true' },
  { name: 'rollout', path: ({ rollout }) => `/board/rollouts/rollout/${rollout.id}` },
  { name: 'artifacts', path: () => '/board/artifacts' },
  { name: 'artifact-form', path: () => '/board/artifacts?add=true' },
]

const groups = [dataPages, computePages, settingsPages, resourcePages, devicePages, rolloutPages]

/** All pages; those whose panel would cover all others come last. */
export const pages: readonly Screen[] = groups
  .flat()
  .toSorted((a, b) => Number(a.stays ?? false) - Number(b.stays ?? false))
