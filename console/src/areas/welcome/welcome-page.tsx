import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { MissingServices } from '#areas/settings'
import { useStoredState } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading, Panel } from '#ui/page/page.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { type RenderedSpace, sampleEndpoints } from '@vermilion/contract/samples'
import { call } from '#lib/api.ts'
import { queryClient, read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Loop } from './loop.tsx'
import { RecentDatasets, RecentModels, RecentSpaces, RecentTasks, RunningWork } from './recent.tsx'
import { text } from './text.ts'
import { useCounts } from './use-counts.ts'
import { WaitsForYou } from './waiting.tsx'
import styles from './welcome.module.css'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

const LoadSample = lazyPart(async () => (await import('./sample-form.tsx')).LoadSample)

export function WelcomePage() {
  const t = useText(text)
  const navigate = useNavigate()
  const [sampling, setSampling] = useStoredState<true>('sample')
  const { spaces } = useCounts()
  const createSpace = () => void navigate({ to: '/space/list', search: { create: true } })
  const createTraining = () => void navigate({ to: '/compute/tasks', search: { create: true } })
  usePageActions([
    { key: 'space', text: t('createSpace'), run: createSpace },
    { key: 'training', text: t('createTraining'), run: createTraining },
    { key: 'sample', text: t('sample'), run: () => setSampling(true) },
  ])
  return (
    <Page>
      <PageHeading title={t('title')} note={<p className="line-of-its-own text-secondary">{t('words')}</p>}>
        {spaces !== undefined && spaces > 0 && (
          <>
            <Button onClick={createTraining}>{t('createTraining')}</Button>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={createSpace}>
              {t('createSpace')}
            </Button>
          </>
        )}
      </PageHeading>
      <Loop />
      {spaces === 0 ? (
        <FirstSteps onSettings={() => setSampling(true)} onSpace={createSpace} />
      ) : (
        <>
          <div className={`${styles['panels']} stack gap-16`}>
            <RunningWork />
            <WaitsForYou />
          </div>
          <div className={`${styles['recent']} grid gap-16`}>
            <RecentDatasets />
            <RecentSpaces />
            <RecentTasks />
            <RecentModels />
          </div>
        </>
      )}
      {spaces !== undefined && (
        <div className="margin-top-16">
          <MissingServices />
        </div>
      )}
      {sampling === true && (
        <LoadSample
          open
          onClose={() => setSampling(null)}
          onCreated={({ id }) => void navigate({ to: '/space/list/file/$id', params: { id } })}
        />
      )}
    </Page>
  )
}

function FirstSteps({ onSettings, onSpace }: { onSettings: () => void; onSpace: () => void }) {
  const t = useText(text)
  const { load, busy } = useSample()
  return (
    <div className={`${styles['first']} grid gap-16`}>
      <Panel title={t('trySample')}>
        <p className="min-height-44 margin-bottom-16 text-secondary">{t('trySampleWords')}</p>
        <Button type="primary" loading={busy} onClick={load}>
          {t('sample')}
        </Button>{' '}
        <Button type="text" onClick={onSettings}>
          {t('sampleSettings')}
        </Button>
      </Panel>
      <Panel title={t('ownImages')}>
        <p className="min-height-44 margin-bottom-16 text-secondary">{t('ownImagesWords')}</p>
        <Button onClick={onSpace}>{t('createSpace')}</Button>
      </Panel>
    </div>
  )
}

function useSample() {
  const t = useText(text)
  const navigate = useNavigate()
  const [busy, load] = useAction(async () => {
    const { id, datasetId } = await loadSample(t('sampleUsualName'))
    if (datasetId === null) await navigate({ to: '/space/list/file/$id', params: { id } })
    else await navigate({ to: '/data-set/list/file/$id', params: { id: datasetId } })
  }, t('sampleFailed'))
  return { load, busy }
}

/** The default sample: enough to train on after a short wait. The first image is left unlabeled. */
const usualSample = { count: 60, width: 640, height: 480, seed: 1, labeled: true, toLabel: 1 } as const

async function loadSample(name: string): Promise<RenderedSpace> {
  const { id: accountId } = await queryClient.ensureQueryData(read(accountEndpoints.me, {}))
  const space = await call(sampleEndpoints.createSample, { body: { name, ...usualSample } })
  const { datasetId } = space
  useSystem.getState().change({ firstSteps: datasetId === null ? null : { accountId, datasetId } })
  void refresh('/spaces', '/datasets')
  return space
}
