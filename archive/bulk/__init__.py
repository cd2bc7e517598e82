"""Crawls of any size -> a dataset of Parquet files, one part per input file.

The unit of work is one input file. A worker gets its name, reads it, and writes a part: table files, renamed
into place, then a marker. So nothing is processed twice, whatever is killed, and readers that respect markers
never see half a file. `archive.bulk.dataset` describes the layout.
"""
