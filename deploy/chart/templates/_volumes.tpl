{{- define "tokenFolder" -}}/var/run/secrets/kubernetes.io/serviceaccount{{- end -}}

{{- define "volumeMounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- if include "secretFiles" . }}
- { name: secrets, mountPath: {{ include "secretFolder" . }}, readOnly: true }
{{- end }}
{{- if or .Values.caCertificates.configMap .Values.caCertificates.secret }}
- { name: authorities, mountPath: {{ include "authorityFile" . | dir }}, readOnly: true }
{{- end }}
{{- if .Values.tasks.enabled }}
- { name: token, mountPath: {{ include "tokenFolder" . }}, readOnly: true }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "secretFiles" -}}
{{- $root := . -}}
{{- range include "secrets" . | fromYamlArray }}
{{- if and .isFile (include "isGiven" .given) }}
{{- $reference := include "secretKeyRef" (dict "secret" . "own" (include "name" $root)) | fromYaml }}
- secret: { name: {{ $reference.name }}, items: [{ key: {{ $reference.key }}, path: {{ .path }} }] }
{{- end }}
{{- end }}
{{- end -}}

{{- define "volumes" -}}
{{- $persistence := .Values.persistence -}}
- { name: tmp, emptyDir: {} }
{{- if or (include "standby" .) (not $persistence.enabled) }}
- { name: data, emptyDir: { sizeLimit: {{ $persistence.ephemeralSize }} } }
{{- else if $persistence.existingClaim }}
- { name: data, persistentVolumeClaim: { claimName: {{ $persistence.existingClaim }} } }
{{- end }}
{{- with include "secretFiles" . }}
- name: secrets
  projected:
    defaultMode: 0440
    sources: {{- . | nindent 6 }}
{{- end }}
{{- with .Values.caCertificates }}
{{- if .configMap }}
- { name: authorities, configMap: { name: {{ .configMap }} } }
{{- else if .secret }}
- { name: authorities, secret: { secretName: {{ .secret }} } }
{{- end }}
{{- end }}
{{- if or .Values.tasks.enabled (include "byLabel" .) }}
- name: token
  projected:
    sources:
      - serviceAccountToken: { path: token }
      - configMap: { name: kube-root-ca.crt, items: [{ key: ca.crt, path: ca.crt }] }
{{- end }}
{{- if include "byLabel" . }}
- { name: lead, configMap: { name: {{ include "name" . }}-lead } }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}
