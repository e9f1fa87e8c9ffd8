"""The charts of TCS as a book, read once for all tests of its rules."""

from pbem.kernel.charts.book import ChartBook
from pbem.modules import library

BOOK = ChartBook(library.charts("tcs"))
