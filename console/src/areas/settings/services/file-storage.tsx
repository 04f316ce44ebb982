import * as storage from '@vermilion/contract/settings/file-storage'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { addressOf, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { queryClient, read } from '#lib/query.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Choice } from '../choice.tsx'
import { fileStorageText } from './file-storage-text.ts'
import styles from './services.module.css'

const { beginDirectTest, changeFileStorage, directTestScript, getFileStorage } = storage.fileStorageEndpoints
const storageQuery = read(getFileStorage, {})
const variables = [
  'AWS_ACCESS_KEY_ID=…',
  'AWS_SECRET_ACCESS_KEY=…',
  'AWS_REGION=eu-central-1',
  '# AWS_ENDPOINT_URL=https://s3.example.com',
]

export function FileStorage() {
  const t = useText(fileStorageText)
  const query = useQuery(storageQuery)
  const { data } = query
  if (data === undefined) return <QueryState query={query} height={140} />
  const { bucket, endpoint, folder } = data
  return (
    <Panel title={t('title')}>
      <p className={`${styles['panelWords']} text-secondary break-anywhere`}>
        {bucket === null ? t('onDisk', { folder }) : t('inBucket', { bucket: `${bucket} · ${endpoint ?? 'AWS'}` })}
      </p>
      {bucket !== null ? (
        <DirectAccess {...data} />
      ) : (
        <details className={`${styles['byEnvironment']} margin-top-12`}>
          <summary className="fit-width text-secondary cursor-pointer">{t('setUp')}</summary>
          <Lines lines={variables} text={t('setUpText')} />
        </details>
      )}
    </Panel>
  )
}

type Change = Parameters<typeof call<typeof changeFileStorage>>[1]['body']

function DirectAccess({ browsers, nodes, areNodesDirect }: storage.FileStorage) {
  const t = useText(fileStorageText)
  const [isBusy, change] = useAction(async (make: () => Promise<Change>) => {
    const body = await make()
    queryClient.setQueryData(storageQuery.queryKey, await call(changeFileStorage, { body }))
  }, t('failed'))
  const outcome = browsers?.outcome
  const rules = JSON.stringify({ CORSRules: storage.corsRules(location.origin) }, null, 2)
  const wordsOf = (isDirect: boolean) => t(isDirect ? 'direct' : 'throughServer')
  const textOf = (choice: typeof nodes) => (choice === 'automatic' ? t('automatic') : wordsOf(choice === 'on'))
  const nodeChoices = storage.nodeChoices.map((value) => ({ value, text: textOf(value) }))
  return (
    <>
      <h3 className="font-14 weight-500 margin-top-14">{t('browsers')}</h3>
      <p className="faint">{t('browsersHint')}</p>
      <div className={`${styles['outcome']} wrapping-row gap-2-12 margin-top-8`} aria-live="polite">
        <Status tone={outcome === 'direct' ? 'good' : 'neutral'}>{wordsOf(outcome === 'direct')}</Status>
        {browsers !== null && <span>{t('tested', browsers)}</span>}
        {browsers !== null && <Ago time={browsers.at} />}
      </div>
      {outcome !== undefined && outcome !== 'direct' && <p className="margin-top-4">{t(outcome)}</p>}
      {outcome?.endsWith('missing') === true && <Lines lines={rules.split('\n')} text={t('rules')} />}
      <div className="wrapping-row gap-8-12 margin-top-8 margin-bottom-14">
        <Button onClick={() => change(testDirect)} loading={isBusy}>
          {t('test')}
        </Button>
        {outcome === 'direct' && <Button onClick={() => change(async () => ({ test: null }))}>{t('turnOff')}</Button>}
      </div>
      <Choice
        title={t('nodes')}
        hint={t('nodesHint')}
        value={nodes}
        options={nodeChoices}
        onChange={(value) => change(async () => ({ nodes: value }))}
        example={wordsOf(areNodesDirect)}
      />
    </>
  )
}

/** In a worker, which has a policy of its own: that of this page lets nothing to the bucket before a test has held. */
async function testDirect(): Promise<Change> {
  const { id, ...addresses } = await call(beginDirectTest, {})
  const worker = new Worker(addressOf(directTestScript, {}))
  const { promise, resolve, reject } = Promise.withResolvers<storage.DirectOutcome>()
  worker.addEventListener('message', ({ data }: MessageEvent<storage.DirectOutcome>) => resolve(data))
  worker.addEventListener('error', () => reject(new Error('the script of the test does not run here')))
  worker.postMessage({ ...addresses, content: storage.contentOfProbe(id) })
  const outcome = await promise.finally(() => worker.terminate())
  return { test: { probeId: id, outcome, origin: location.origin } }
}
