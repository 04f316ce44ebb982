import type { Dataset } from '@vermilion/contract/datasets'
import type { DatasetVersion } from '@vermilion/contract/datasets/versions'
import {
  type FirstPixel,
  formatOffers,
  type WrittenFormatKind,
  writtenFormatKinds,
} from '@vermilion/contract/formats/offers'
import { say } from '@vermilion/contract/kernel/text'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { text } from './text.ts'
import styles from './transfer.module.css'
import { currentContent, type ExportGeometry, type ExportOptions, matchingContent } from './use-export-options.ts'

export function FormatFields({ dataset, options }: { dataset: Dataset; options: ExportOptions }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <>
      <Field label={t('format')}>
        <Select<WrittenFormatKind>
          aria-label={t('format')}
          value={options.format}
          onChange={options.setFormat}
          options={writtenFormatKinds.map((one) => ({
            value: one,
            label: formatOffers[one].name,
            disabled: !(formatOffers[one].labelTypes as readonly string[]).includes(dataset.labelType),
          }))}
        />
      </Field>
      {options.layouts.length > 1 && (
        <Field label={t('layout')}>
          <Select<string>
            aria-label={t('layout')}
            value={options.layout}
            onChange={options.setLayout}
            options={options.layouts.map(({ id, name }) => ({ value: id, label: say(name, language) }))}
          />
        </Field>
      )}
      {options.geometries.length > 1 && (
        <Field label={t('geometry')}>
          <Select<ExportGeometry>
            aria-label={t('geometry')}
            value={options.geometry}
            onChange={options.setGeometry}
            options={options.geometries.map((one) => ({ value: one, label: t(`geometry-${one}`) }))}
          />
        </Field>
      )}
      {options.firstPixels.length > 1 && (
        <Field label={t('pixels')}>
          <Select<FirstPixel>
            aria-label={t('pixels')}
            value={options.firstPixel}
            onChange={options.setFirstPixel}
            options={options.firstPixels.map((one) => ({ value: one, label: t(`pixels-${one}`) }))}
          />
        </Field>
      )}
    </>
  )
}

interface ContentFieldProps {
  options: ExportOptions
  filterWords: string | null
  versions: readonly DatasetVersion[] | undefined
  loading: boolean
}

export function ContentField({ options, filterWords, versions, loading }: ContentFieldProps) {
  const t = useText(text)
  const ready = versions?.filter(({ status }) => status === 'success') ?? []
  return (
    <Field label={t('what')}>
      <Select<string>
        aria-label={t('what')}
        // The select stays empty until versions have loaded, since an id alone would be meaningless.
        value={options.isVersion && versions === undefined ? '' : options.content}
        loading={loading}
        onChange={options.setContent}
        options={[
          { value: currentContent, label: t('asItIsNow') },
          ...(filterWords === null
            ? []
            : [{ value: matchingContent, label: t('whatIsFound', { filters: filterWords }) }]),
          ...ready.map(({ id, number, name }) => ({
            value: id,
            label: t('numbered', { number: `${number}`, name }),
          })),
        ]}
      />
    </Field>
  )
}

export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={`${styles['field']} stack gap-4`}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}
