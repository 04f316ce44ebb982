import { basePath } from '@vermilion/contract/kernel/endpoint'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useConnection } from '#lib/events/connection.ts'
import { read } from '#lib/query.ts'
import { useSystem, useTheme } from '#lib/system.ts'
import { Time } from '#ui/moment.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { aboutText } from './about-text.ts'
import { packages } from './packages.ts'
import styles from './about.module.css'
import { useState } from 'react'

export function AboutPage() {
  return (
    <>
      <ThisServer />
      <Health />
      <ForPrograms />
      <Licences />
    </>
  )
}

function ThisServer() {
  const t = useText(aboutText)
  const { data, error, refetch } = useQuery(read(settingsEndpoints.about, {}))
  if (data === undefined && error !== null) return <ProblemState problem={error} onRetry={() => void refetch()} />
  const disk = data?.disk ?? null
  return (
    <Panel title={t('server')}>
      {data === undefined ? (
        <Bone height={120} />
      ) : (
        <Facts
          facts={[
            [t('version'), data.version],
            ['Node.js', data.node],
            [t('database'), data.database],
            [t('platform'), data.platform],
            [t('startedAt'), <Time key="startedAt" time={data.startedAt} />],
            [
              t('disk'),
              disk === null ? unknownValue : t('diskOf', { free: formatSize(disk.free), used: formatSize(disk.used) }),
            ],
            [t('dataFolder'), data.dataFolder],
          ]}
        />
      )}
    </Panel>
  )
}

function Health() {
  const t = useText(aboutText)
  const language = useSystem((system) => system.lang)
  const connection = useConnection((state) => state.connection)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [settingsEndpoints.health.path, { connection }],
    queryFn: async ({ signal }) => {
      const startedAt = performance.now()
      await call(settingsEndpoints.health, {}, { signal })
      return Math.round(performance.now() - startedAt)
    },
    staleTime: 0,
  })
  return (
    <Panel
      title={t('health')}
      extra={
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {t('again')}
        </Button>
      }
    >
      <div className={`${styles['health']} wrapping-row gap-4-12`} aria-live="polite">
        {error !== null ? (
          <>
            <Status tone="bad">{t('unhealthy')}</Status>
            <span>{problemWords(error)}</span>
          </>
        ) : data === undefined ? (
          <Bone width={280} height={20} />
        ) : (
          <>
            <Status tone="good">{t('healthy')}</Status>
            <span>{t('answeredIn', { milliseconds: formatNumber(data, language) })}</span>
          </>
        )}
      </div>
    </Panel>
  )
}

const links = [
  { key: 'docs', path: '/api/docs' },
  { key: 'openapi', path: `${basePath}${settingsEndpoints.describe.path}` },
  { key: 'metrics', path: '/metrics' },
  { key: 'healthLink', path: `${basePath}${settingsEndpoints.health.path}` },
] as const

const linkWords = {
  docs: 'docsWords',
  openapi: 'openapiWords',
  metrics: 'metricsWords',
  healthLink: 'healthWords',
} as const

function ForPrograms() {
  const t = useText(aboutText)
  const lang = useSystem((system) => system.lang)
  const theme = useTheme()
  return (
    <Panel title={t('programs')}>
      <ul className={styles['links']}>
        {links.map(({ key, path }) => (
          <li className="grid align-baseline padding-8-0 border-top" key={key}>
            <a
              href={new URL(`.${path}${key === 'docs' ? `?lang=${lang}&theme=${theme}` : ''}`, document.baseURI).href}
              target="_blank"
              rel="noreferrer"
            >
              {t(key)}
            </a>
            <span className="text-secondary">{t(linkWords[key])}</span>
            <code className="hint">{path}</code>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Licences() {
  const t = useText(aboutText)
  const [isOpen, setShown] = useState(false)
  return (
    <Panel
      title={t('licences')}
      extra={
        <a href={new URL('third-party-licences.txt', document.baseURI).href} target="_blank" rel="noreferrer">
          {t('texts')}
        </a>
      }
    >
      <p className="text-secondary">{t('own')}</p>
      <details onToggle={({ currentTarget }) => setShown(currentTarget.open)} className="margin-top-8">
        <summary className="fit-width text-secondary cursor-pointer">{t('show')}</summary>
        {isOpen && <PackageList />}
      </details>
    </Panel>
  )
}

function PackageList() {
  const t = useText(aboutText)
  return (
    <>
      <p className={`${styles['count']} faint tabular`}>{t('packages', { count: packages.length })}</p>

      <table className={`${styles['table']} full-width font-13 tabular`}>
        <thead>
          <tr>
            <th className="text-tertiary weight-500 break-anywhere text-left">{t('package')}</th>
            <th className="text-tertiary weight-500 break-anywhere text-left">{t('version')}</th>
            <th className="text-tertiary weight-500 break-anywhere text-left">{t('licence')}</th>
          </tr>
        </thead>
        <tbody>
          {packages.map(({ name, version, licence }) => (
            <tr key={`${name} ${version}`}>
              <td className="break-anywhere text-left">{name}</td>
              <td className="break-anywhere text-left">{version}</td>
              <td className="break-anywhere text-left">{licence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
