import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { MissingServices } from '#areas/settings'
import { useStoredState } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { FirstSteps } from './first-steps.tsx'
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
    { key: 'space', words: t('createSpace'), run: createSpace },
    { key: 'training', words: t('createTraining'), run: createTraining },
    { key: 'sample', words: t('sample'), run: () => setSampling(true) },
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
