import type { SpaceFile } from '@vermilion/contract/files'
import { Fragment, type ReactNode } from 'react'
import { formatMeasure, formatSize, formatTime, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import styles from './preview.module.css'
import { text } from './text.ts'

export type Fact = readonly [label: string, value: ReactNode]

export function FactList({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={`${styles['facts']} full-width padding-14-16`}>
      <h3 className="margin-bottom-8 font-14">{title}</h3>
      <dl className="grid gap-8-14">
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt className="text-secondary">{label}</dt>
            <dd className="break-anywhere tabular">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

export function FileFacts({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const zone = useSystem(({ zone }) => zone)
  const { checksum, score, tags, width, height } = file
  const facts: Fact[] = [
    [t('path'), file.path],
    [t('size'), formatSize(file.size)],
    [t('kind'), file.mediaType],
    ...(width === null || height === null ? [] : [[t('dimensions'), `${width} × ${height}`] as const]),
    [t('added'), formatTime(file.createdAt, zone)],
    [t('changed'), formatTime(file.updatedAt, zone)],
    [t('tags'), tags.length === 0 ? unknownValue : tags.join(', ')],
    ...(score === null ? [] : [[t('score'), formatMeasure(score)] as const]),
    [
      t('checksum'),
      checksum === null ? (
        unknownValue
      ) : (
        <span className={`${styles['checksum']} grid gap-6`}>
          <code className="font-12 break-anywhere">{checksum}</code>
          <CopyButton content={checksum} label={t('checksum')} />
        </span>
      ),
    ],
  ]
  return <FactList title={t('aboutFile')} facts={facts} />
}
