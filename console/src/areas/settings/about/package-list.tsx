import { useText } from '#lib/i18n.ts'
import { aboutText } from './about-text.ts'
import styles from './about.module.css'
import { packages } from './packages.ts'

/** The long list of packages, loaded on demand. */
export function PackageList() {
  const t = useText(aboutText)
  return (
    <>
      <p className={styles['count']}>{t('packages', { count: packages.length })}</p>

      <table className={styles['table']}>
        <thead>
          <tr>
            <th>{t('package')}</th>
            <th>{t('version')}</th>
            <th>{t('licence')}</th>
          </tr>
        </thead>
        <tbody>
          {packages.map(({ name, version, licence }) => (
            <tr key={`${name} ${version}`}>
              <td>{name}</td>
              <td>{version}</td>
              <td>{licence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
