/**
 * `script`: a tar.gz archive with `manifest.json` (`scriptManifest`), `install` and optionally `check` and `rollback`; `model`:
 * built by the server from a model of the repository.
 */
export const artifactKinds = ['script', 'deb', 'rauc', 'swupdate', 'model'] as const
export type ArtifactKind = (typeof artifactKinds)[number]
