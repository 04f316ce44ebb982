{{- define "name" -}}
{{- default .Release.Name .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "selector" -}}
app.kubernetes.io/name: vermilion
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "labels" -}}
{{ include "selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- /* Takes the root and what the name of the object ends in. */ -}}
{{- define "metadata" -}}
{{- $root := first . -}}
name: {{ include "name" $root }}{{ last . }}
namespace: {{ $root.Release.Namespace }}
labels: {{- include "labels" $root | nindent 2 }}
{{- end -}}

{{- define "account" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "image" -}}
{{- $image := .Values.image -}}
{{- $image.repository -}}{{- if $image.digest -}}@{{ $image.digest }}{{- else -}}:{{ default .Chart.AppVersion $image.tag }}{{- end -}}
{{- end -}}

{{- /* "yes" where a standby is beside the server that leads. */ -}}
{{- define "standby" -}}
{{- if gt (int .Values.replicas) 1 -}}yes{{- end -}}
{{- end -}}

{{- /* "yes" where the Service follows a label on the pod that leads. */ -}}
{{- define "byLabel" -}}
{{- if and (include "standby" .) (eq .Values.routing "label") -}}yes{{- end -}}
{{- end -}}

{{- define "address" -}}
{{- if .Values.address -}}
{{- .Values.address -}}
{{- else if .Values.ingress.enabled -}}
http{{ if .Values.ingress.tls.enabled }}s{{ end }}://{{ .Values.ingress.host }}{{ .Values.basePath }}
{{- end -}}
{{- end -}}
