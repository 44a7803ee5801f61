.PHONY: ingest-batch check fast demo format

ingest-batch:
	./feedwarden ingest --limit 15

check:
	./check

fast:
	./check --fast

demo:
	./feedwarden demo

format:
	mvn -q -B process-sources -Dformat=apply
