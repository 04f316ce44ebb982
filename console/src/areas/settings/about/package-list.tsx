import { useText } from '#lib/i18n.ts'
import { aboutText } from './about-text.ts'
import styles from './about.module.css'
import { packages } from './packages.ts'

export function PackageList() {
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
